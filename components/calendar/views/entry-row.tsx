import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import { getEntryStatus, type TimedEntry } from "#components/calendar/calendar-entries.ts";
import {
  formatEntrySize,
  formatEntryStatus,
  formatEntryTime,
  formatPlatformNames,
  getAuthorName,
  getEntryTitle,
} from "#components/calendar/entry-labels.ts";
import { UnappliedChanges } from "#components/post-actions/unapplied-changes.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";

/** Shows an entry as a line of a list. */
export function EntryRow({ entry, onOpen }: { entry: TimedEntry; onOpen?: () => void }) {
  const { range, preferences, me } = useCalendarContext();
  const size = formatEntrySize(entry);
  return (
    <button
      type="button"
      tabIndex={onOpen ? 0 : -1}
      data-spot={onOpen ? undefined : `entry:${entry.key}`}
      data-entry={entry.key}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex min-h-11 w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left text-14 -outline-offset-2 hover:bg-sunk"
    >
      <span className="w-16 shrink-0 font-mono text-13 text-ink-2">
        {formatEntryTime(entry, range, preferences.clock)}
      </span>
      <span className="sm:w-28">
        <StatusBadge status={getEntryStatus(entry.posts)}>{formatEntryStatus(entry.posts)}</StatusBadge>
      </span>
      <span className="flex min-w-14 gap-1">
        <span className="sr-only">{formatPlatformNames(entry.posts)}: </span>
        {entry.posts.slice(0, 6).map((post) => (
          <PlatformIcon key={post.id} platform={post.channel ?? ""} size="small" />
        ))}
      </span>
      <span className="min-w-0 flex-1 basis-40 truncate">{getEntryTitle(entry)}</span>
      <UnappliedChanges postIds={entry.posts.map(({ id }) => id)} />
      {size || entry.member?.id !== me.id ? (
        <span className="text-13 text-ink-3">
          {[size, entry.member?.id === me.id ? "" : getAuthorName(entry)].filter(Boolean).join(" · ")}
        </span>
      ) : null}
    </button>
  );
}
