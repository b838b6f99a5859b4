"use client";
import { Clock } from "lucide-react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { UnscheduledDraft } from "#components/calendar/calendar-entries.ts";
import { formatEntrySize, getEntryTitle } from "#components/calendar/entry-labels.ts";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";

type DraftsTrayProps = {
  drafts: readonly UnscheduledDraft[];
  /** Number of posts without a time that `drafts` does not contain. */
  hiddenCount: number;
  onSchedule: (draft: UnscheduledDraft) => void;
  onOpen: (draft: UnscheduledDraft) => void;
  className?: string;
};

/** Lists drafts without a time. Dropping one on a day schedules it; dropping an entry here removes its time. */
export function DraftsTray({ drafts, hiddenCount, onSchedule, onOpen, className }: DraftsTrayProps) {
  const { draggedItem, abilities } = useCalendarContext();
  const isDropTarget = draggedItem?.dropTarget === "tray";
  return (
    <div
      data-tray="true"
      className={joinClassNames(
        "flex min-h-0 flex-col rounded-card",
        isDropTarget && "bg-accent-wash outline-2 outline-accent",
        className,
      )}
    >
      <p className="mb-2 text-13 text-ink-3">
        {drafts.length === 0 ? (
          "No drafts. Drafts appear here."
        ) : abilities.move && !drafts.some(({ posts }) => posts.length > 0) ? (
          "Open one to schedule it."
        ) : abilities.move ? (
          <DragHint />
        ) : (
          "This publishing service can't schedule drafts: open one to write it again."
        )}
      </p>
      <ul aria-label="Unscheduled" className="grid content-start gap-2">
        {drafts.map((draft) => (
          <DraftsTrayItem
            key={draft.submission_id}
            draft={draft}
            onSchedule={() => onSchedule(draft)}
            onOpen={() => onOpen(draft)}
          />
        ))}
      </ul>
      {hiddenCount > 0 ? (
        <PrefetchLink href="/drafts" className="mt-2 text-13 text-accent hover:underline">
          {hiddenCount} more in Drafts
        </PrefetchLink>
      ) : null}
    </div>
  );
}

function DragHint() {
  return (
    <>
      <span className="pointer-coarse:hidden">Drag one onto a day.</span>
      <span className="pointer-fine:hidden">Hold one, then drag it onto a day.</span>
    </>
  );
}

const titleClass = "line-clamp-2 w-full text-left text-14 font-medium text-pretty wrap-anywhere hover:underline";

type DraftsTrayItemProps = { draft: UnscheduledDraft; onSchedule: () => void; onOpen: () => void };

function DraftsTrayItem({ draft, onSchedule, onOpen }: DraftsTrayItemProps) {
  const { draggedItem, abilities, channels } = useCalendarContext();
  const title = getEntryTitle(draft);
  const isDragged =
    draggedItem?.subject.type === "draft" && draggedItem.subject.draft.submission_id === draft.submission_id;
  const [post] = draft.posts;
  const marks = draft.channelIds
    ? channels.filter(({ id }) => draft.channelIds?.includes(id))
    : draft.posts.map(({ id, channel }) => ({ id, platform: channel ?? "", name: channel ?? "no channel" }));
  return (
    <li
      data-draft={post && draft.submission_id}
      className={joinClassNames(
        "calendar-draft relative rounded-card border bg-paper px-3 py-2.5",
        // A long press starts a drag instead of selecting text.
        abilities.move && post && "cursor-grab pointer-coarse:select-none",
        isDragged && "opacity-45",
      )}
    >
      {draft.path === undefined ? (
        <button type="button" aria-haspopup="dialog" onClick={onOpen} className={titleClass}>
          {title}
        </button>
      ) : (
        <PrefetchLink href={draft.path} className={titleClass}>
          {title}
        </PrefetchLink>
      )}
      <span className="mt-1.5 flex flex-wrap items-center gap-1.5 text-13 text-ink-3">
        {marks.slice(0, 6).map(({ id, platform, name }) => (
          <PlatformIcon key={id} platform={platform} label={name} size="small" />
        ))}
        <span>{formatEntrySize(draft)}</span>
        {abilities.move && post ? (
          <button
            type="button"
            // A slow press on a small button is still a press, not the start of a drag.
            data-no-drag="true"
            onClick={onSchedule}
            aria-label={`Schedule “${title}”`}
            title="Choose a time"
            className={joinClassNames(buttonClass("quiet", "small", true), "ml-auto")}
          >
            <Clock className="size-4" />
          </button>
        ) : null}
      </span>
    </li>
  );
}

/** Lists the keys that move calendar entries, for sighted users. */
export function DragKeyHints() {
  return (
    <p
      aria-hidden="true"
      className="mt-auto flex flex-wrap items-center gap-1 pt-3 text-12 text-ink-3 pointer-coarse:hidden"
    >
      <Kbd keys="space" /> grab <Kbd keys="left" />
      <Kbd keys="up" />
      <Kbd keys="down" />
      <Kbd keys="right" /> move <Kbd keys="enter" /> drop <Kbd keys="mod+z" /> undo
    </p>
  );
}
