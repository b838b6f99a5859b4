import { ExclamationIcon } from "#components/ui/feedback/exclamation-icon.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { formatRemainingLimit, type RemainingLimit } from "./remaining-limit.ts";

const tones = { fits: "text-published", near: "text-publishing", over: "font-medium text-failed" };

type RemainingBadgeProps = {
  room: RemainingLimit;
  /** True where the text's part has the count: the icon then says that there is a problem, and screen readers say the count. */
  isCountHidden?: boolean;
  className?: string;
};

/** Shows the rest of a limit by icon, text and colour, each sufficient by itself. */
export function RemainingBadge({ room, isCountHidden = false, className }: RemainingBadgeProps) {
  return (
    <span
      data-room={room.type}
      className={joinClassNames("inline-flex items-center gap-1 text-12 tabular-nums", tones[room.type], className)}
    >
      {room.type === "fits" ? (
        <svg
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
          className="size-3.5"
        >
          <path d="m5 12.5 4.5 4.5L19 7.5" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      ) : (
        <ExclamationIcon className={joinClassNames("size-3.5", room.type === "near" && "rotate-180")} />
      )}
      {room.type === "near" ? <span className="sr-only">nearly full, </span> : null}
      <span className={isCountHidden ? "sr-only" : undefined}>{formatRemainingLimit(room)}</span>
    </span>
  );
}
