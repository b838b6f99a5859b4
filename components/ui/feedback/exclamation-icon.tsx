import { joinClassNames } from "#components/ui/join-class-names.ts";

/**
 * A circle with a "!"; rotated it is an "i". Drawn here without the icon library, so that the error pages, which every
 * page includes, don't include that library too.
 */
export function ExclamationIcon({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden="true"
      className={joinClassNames("shrink-0", className)}
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M12 7.5v5.5m0 3.5v.01" />
    </svg>
  );
}
