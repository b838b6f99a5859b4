"use client";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import type { UnscheduledDraft } from "#components/calendar/calendar-entries.ts";
import type { CalendarOverlay } from "#components/calendar/dialogs/calendar-overlay.ts";
import { DraftsTray, DragKeyHints } from "./drafts-tray.tsx";

type DraftsAsideProps = {
  drafts: readonly UnscheduledDraft[];
  /** Number of posts without a time that `drafts` does not contain. */
  hiddenCount: number;
  openOverlay: (next: CalendarOverlay) => void;
};

/** The tray of drafts beside the calendar, on wide windows. It scrolls by itself. */
export function DraftsAside({ drafts, hiddenCount, openOverlay }: DraftsAsideProps) {
  const { abilities } = useCalendarContext();
  return (
    <aside aria-labelledby="unscheduled" className="flex min-h-0 w-[204px] shrink-0 flex-col max-xl:hidden">
      <h2 id="unscheduled" className="mb-1 flex items-baseline gap-2 text-15 font-semibold">
        Unscheduled <span className="font-mono text-13 font-normal text-ink-3">{drafts.length + hiddenCount}</span>
      </h2>
      <DraftsTray
        drafts={drafts}
        hiddenCount={hiddenCount}
        onSchedule={(draft) => openOverlay({ type: "move", postId: draft.posts[0]?.id ?? "" })}
        onOpen={(draft) => openOverlay({ type: "subject", postId: draft.posts[0]?.id ?? "" })}
        className="-mx-1 flex-1 overflow-y-auto px-1 pt-0.5 [scrollbar-width:thin]"
      />
      {abilities.move ? <DragKeyHints /> : null}
    </aside>
  );
}
