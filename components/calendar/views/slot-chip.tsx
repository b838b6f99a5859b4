import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { FreeSlot } from "#components/calendar/free-slots.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { formatClockTime } from "#lib/time/format-short.ts";

const dashedClass =
  "block w-full truncate rounded-chip border border-dashed px-2 max-sm:px-0.5 max-sm:text-center text-left font-mono text-11 leading-[18px]";

/** A weekly posting time without a post, the member's or the team's; pressing it opens the composer for that time. */
export function SlotChip({ slot, className }: { slot: FreeSlot; className?: string }) {
  const { preferences } = useCalendarContext();
  const time = formatClockTime(slot.time, preferences.clock);
  const kind = slot.isTeam ? "team" : "free";
  // A narrow chip drops "slot", a narrower one "team" too.
  const teamClass = preferences.clock === "24" ? "@max-[4.3rem]:hidden" : "@max-[5.2rem]:hidden";
  return (
    <button
      type="button"
      tabIndex={-1}
      data-spot={`slot:${slot.id}`}
      data-slot={slot.id}
      title={slot.isTeam ? `${time} team slot` : undefined}
      aria-label={`${time} ${kind} slot: write a post for it`}
      className={joinClassNames(
        dashedClass,
        "@container border-line-strong text-ink-3 hover:border-line-control hover:text-ink-2",
        className,
      )}
    >
      {time}
      <span className={slot.isTeam ? teamClass : "@max-[6.2rem]:hidden"}> {kind}</span>
      <span className="@max-[6.2rem]:hidden"> slot</span>
    </button>
  );
}

type DropTargetChipProps = { label: string; isRefused: boolean; className?: string };

/** Marks the drop target of a dragged item: its time, or why it can't be dropped there. */
export function DropTargetChip({ label, isRefused, className }: DropTargetChipProps) {
  return (
    <span
      aria-hidden="true"
      className={joinClassNames(
        dashedClass,
        isRefused ? "border-failed bg-failed-wash text-failed" : "border-accent bg-accent-wash text-accent",
        className,
      )}
    >
      {label}
    </span>
  );
}
