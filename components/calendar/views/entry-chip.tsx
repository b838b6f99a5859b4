import { memo } from "react";
import { join } from "#components/ui/cn.tsx";
import { PlatformMark } from "#components/ui/layout/platform-icon.tsx";
import type { Preferences } from "#lib/time/display-preferences.ts";
import type { ZoneRange } from "#lib/time/zoned-day-range.ts";
import { differs, type Entry, statusOf } from "#components/calendar/calendar-entries.ts";
import { aboutText, timeText, titleOf } from "#components/calendar/entry-labels.ts";

/** Marks that have room beside a time. */
const marksMax = 4;

type ChipProps = {
  entry: Entry;
  range: ZoneRange;
  clock: Preferences["clock"];
  /** Held elsewhere: it stays, faint, where it was. */
  isFaint?: boolean;
  className?: string;
};

/**
 * One submission at one time: status and time over the first words. Few elements, for a month may show a hundred of
 * them: the status icon is drawn by the stylesheet, and what it is done with is heard by the grid around it.
 */
export const Chip = memo(function Chip({ entry, range, clock, isFaint, className }: ChipProps) {
  const status = statusOf(entry.posts);
  const platforms = entry.posts.slice(0, marksMax).map((post) => post.channel ?? "");
  return (
    <button
      type="button"
      tabIndex={-1}
      data-spot={`entry:${entry.key}`}
      data-entry={entry.key}
      data-status={status}
      aria-haspopup="dialog"
      className={join("calendar-chip", isFaint && "opacity-45", className)}
    >
      <span className="calendar-chip-head">
        {timeText(entry, range, clock)}
        {differs(entry) ? " ≠" : ""}
        {platforms.map((platform, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two accounts of one platform look the same
          <PlatformMark key={`${platform}${at}`} platform={platform} size="small" />
        ))}
      </span>
      <span className="sr-only">{aboutText(entry)}</span>
      {entry.parts > 1 || entry.images > 0 ? (
        <span
          aria-hidden="true"
          className="calendar-chip-size"
          data-parts={entry.parts > 1 ? `1/${entry.parts}` : undefined}
          data-images={entry.images > 0 || undefined}
        />
      ) : null}
      {titleOf(entry)}
    </button>
  );
});
