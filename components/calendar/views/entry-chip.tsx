import { memo } from "react";
import { getEntryStatus, hasTextVariants, type TimedEntry } from "#components/calendar/calendar-entries.ts";
import { formatEntrySummary, formatEntryTime, getEntryTitle } from "#components/calendar/entry-labels.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { getInitials } from "#components/ui/layout/initials-avatar.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { useUnappliedDraft } from "#lib/queries/drafts/drafts-overview.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";

/** Number of channel marks that fit beside a title. */
const maxMarks = 3;

type EntryChipProps = {
  entry: TimedEntry;
  range: ZonedDayRange;
  clock: DisplayPreferences["clock"];
  /** One line, for a month; else the title is below the time. */
  isDense?: boolean;
  /** True where posts of several members are visible. */
  showsAuthor: boolean;
  /** True while the entry is dragged: a faint copy stays in its place. */
  isDimmed?: boolean;
  className?: string;
};

/**
 * One submission at one time: status, time, title, author and channels. A month may show hundreds of chips, so a chip
 * has few elements: the stylesheet draws the status icon, and the grid around it handles its events.
 */
export const EntryChip = memo(function Chip({
  entry,
  range,
  clock,
  isDense,
  showsAuthor,
  isDimmed,
  className,
}: EntryChipProps) {
  const isUnapplied = useUnappliedDraft(entry.posts.map(({ id }) => id)) !== null;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-spot={`entry:${entry.key}`}
      data-entry={entry.key}
      data-status={getEntryStatus(entry.posts)}
      aria-haspopup="dialog"
      className={joinClassNames(
        "calendar-chip",
        isDense ? "calendar-chip-dense" : undefined,
        isDimmed && "opacity-45",
        className,
      )}
    >
      <span className="calendar-chip-time">
        {formatEntryTime(entry, range, clock)}
        {hasTextVariants(entry) ? " ≠" : ""}
        {isUnapplied ? (
          <span aria-hidden="true" title="Changes not applied" className="text-publishing">
            {" ✎"}
          </span>
        ) : null}
      </span>
      {isUnapplied ? <span className="sr-only">Changes not applied, </span> : null}
      <span className="sr-only">{formatEntrySummary(entry, showsAuthor)}</span>
      <span className="calendar-chip-title">{getEntryTitle(entry)}</span>
      <span aria-hidden="true" className="calendar-chip-marks">
        {showsAuthor && entry.member?.name ? <b>{getInitials(entry.member.name)}</b> : null}
        <i>
          {entry.posts.slice(0, maxMarks).map((post) => (
            <PlatformIcon key={post.id} platform={post.channel ?? ""} size="small" />
          ))}
          {entry.posts.length > maxMarks ? `+${entry.posts.length - maxMarks}` : null}
        </i>
      </span>
    </button>
  );
});
