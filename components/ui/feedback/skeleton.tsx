import { joinClassNames } from "#components/ui/join-class-names.ts";

/** A placeholder for loading content; give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={joinClassNames("block animate-breathe rounded-chip bg-line", className)} />
  );
}

/** Placeholder rows of a loading list, with a label for screen readers. */
export function SkeletonRows({ rows = 8, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="divide-y overflow-hidden rounded-card border bg-paper">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty placeholder rows never change places
        <div key={row} className="flex h-row items-center gap-4 px-4">
          <Skeleton className="size-[18px]" />
          <Skeleton className={row % 2 ? "h-3.5 w-2/5" : "h-3.5 w-3/5"} />
          <Skeleton className="ml-auto h-6 w-20 rounded-full" />
        </div>
      ))}
    </div>
  );
}
