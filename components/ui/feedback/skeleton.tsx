import { cn } from "#components/ui/cn.tsx";

/** The place of something that is still coming; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn("block animate-breathe rounded-chip bg-line", className)} />;
}

/** Rows of a list that is still coming, with a word for those who do not see them. */
export function SkeletonRows({ rows = 8, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status" className="divide-y divide-line overflow-hidden rounded-card border bg-paper">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that hold nothing cannot change places
        <div key={row} className="flex h-row items-center gap-4 px-4">
          <Skeleton className="size-[18px]" />
          <Skeleton className={row % 2 ? "h-3.5 w-2/5" : "h-3.5 w-3/5"} />
          <Skeleton className="ml-auto h-[22px] w-20 rounded-full" />
        </div>
      ))}
    </div>
  );
}
