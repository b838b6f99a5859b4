import { memo } from "react";
import { getEntryStatus, hasTextVariants, type TimedEntry } from "#components/calendar/calendar-entries.ts";
import { formatEntrySummary, formatEntryTime, getEntryTitle } from "#components/calendar/entry-labels.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";

/** Number of icons that fit beside a time. */
const maxIcons = 4;

type EntryChipProps = {
  entry: TimedEntry;
  range: ZonedDayRange;
  clock: DisplayPreferences["clock"];
  /** True while the entry is dragged: a faint copy stays in its place. */
  isDimmed?: boolean;
  className?: string;
};

/**
 * One submission at one time: status and time above the start of the text. A month may show a hundred chips, so a chip
 * has few elements: the stylesheet draws the status icon, and the grid around it handles its events.
 */
export const EntryChip = memo(function Chip({ entry, range, clock, isDimmed, className }: EntryChipProps) {
  const status = getEntryStatus(entry.posts);
  const platforms = entry.posts.slice(0, maxIcons).map((post) => post.channel ?? "");
  return (
    <button
      type="button"
      tabIndex={-1}
      data-spot={`entry:${entry.key}`}
      data-entry={entry.key}
      data-status={status}
      aria-haspopup="dialog"
      className={joinClassNames("calendar-chip", isDimmed && "opacity-45", className)}
    >
      <span className="calendar-chip-head">
        {formatEntryTime(entry, range, clock)}
        {hasTextVariants(entry) ? " ≠" : ""}
        {platforms.map((platform, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two accounts of one platform have the same icon
          <PlatformIcon key={`${platform}${at}`} platform={platform} size="small" />
        ))}
      </span>
      <span className="sr-only">{formatEntrySummary(entry)}</span>
      {entry.parts > 1 || entry.images > 0 ? (
        <span
          aria-hidden="true"
          className="calendar-chip-size"
          data-parts={entry.parts > 1 ? `1/${entry.parts}` : undefined}
          data-images={entry.images > 0 || undefined}
        />
      ) : null}
      {getEntryTitle(entry)}
    </button>
  );
});
