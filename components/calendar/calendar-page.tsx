"use client";
import { type ReactNode, Suspense, useState } from "react";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { CalendarContents, Channel, Slot } from "#lib/contract/types.ts";
import type { DraftPage } from "#lib/queries/drafts/draft-queries.ts";
import { everyone, rememberScope } from "#lib/queries/scope.ts";
import { type CalendarView, getAdjacentViewDay } from "#lib/time/calendar-views.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import {
  type CalendarAbilities,
  CalendarContext,
  type CalendarContextValue,
  getShownPreferences,
} from "./calendar-context.tsx";
import { type CalendarParams, getComposePath, getReplacePath, getScope, removeFilters } from "./calendar-params.ts";
import type { CalendarOverlay, OpenCalendarMenu } from "./dialogs/calendar-overlay.ts";
import { useNoteFromUrl } from "./dialogs/use-note-from-url.ts";
import { useOverlayHistory } from "./dialogs/use-overlay-history.ts";
import { useCalendarDrag } from "./drag/use-calendar-drag.ts";
import { useGridEvents } from "./drag/use-grid-events.ts";
import { useCalendarActions } from "./use-calendar-actions.ts";
import { useCalendarByDay } from "./use-calendar-by-day.ts";
import { useEntryMoves } from "./use-entry-moves.ts";
import { CalendarEmptyBanner } from "./views/calendar-empty-banner.tsx";
import { CalendarToolbar, TimeZoneLabel } from "./views/calendar-toolbar.tsx";
import { CurrentView } from "./views/current-view.tsx";
import { DraftsAside } from "./views/drafts-aside.tsx";
import { useEntryCard } from "./views/use-entry-card.ts";

const EntryCard = lazyComponent(() => import("./views/entry-card.tsx").then((file) => file.EntryCard));
const CalendarMenu = lazyComponent(() => import("./dialogs/calendar-menu.tsx").then((file) => file.CalendarMenu));
const CalendarDialogs = lazyComponent(() =>
  import("./dialogs/calendar-dialogs.tsx").then((file) => file.CalendarDialogs),
);

export type CalendarPageProps = {
  params: CalendarParams;
  range: ZonedDayRange;
  now: Date;
  preferences: DisplayPreferences;
  channels: readonly Channel[];
  slots: readonly Slot[];
  members: readonly { id: string; name: string }[] | null;
  me: { id: string; isAdmin: boolean };
  abilities: CalendarAbilities;
  snapshot: CalendarContents;
  drafts: DraftPage;
  /** Banner above the calendar: the data may be out of date or is still loading. */
  notice?: ReactNode;
};

/** The calendar of posts with everything that changes it. */
export function CalendarPage(props: CalendarPageProps) {
  const { params, range, now, channels, me, abilities, snapshot, drafts, members, notice } = props;
  const preferences = getShownPreferences(props.preferences);
  const overlays = useOverlayHistory();
  const { overlay } = overlays;
  const openOverlay = (next: CalendarOverlay | null) => overlays.open(next, actions.isNavigating);
  const [menu, setMenu] = useState<OpenCalendarMenu | null>(null);
  const today = toWallTime(now, preferences.zone).date;
  useNoteFromUrl(() => (abilities.notes ? overlays.open({ type: "note", day: today, note: null }, true) : undefined));
  const moves = useEntryMoves(preferences, abilities.submissions);
  const calendar = useCalendarByDay({ ...props, placements: moves.placements, nowMs: now.getTime() });
  const drag = useCalendarDrag({
    moves,
    range,
    preferences,
    me,
    channels,
    abilities,
    view: params.view,
    slots: calendar.slots,
    onDropped: (focusTarget) => gridEvents.requestFocus(focusTarget),
    onReplace: (postId, at) => actions.openComposer(getReplacePath(postId, at)),
  });
  const actions = useCalendarActions({
    params,
    today,
    now,
    zone: preferences.zone,
    channels,
    abilities,
    slots: calendar.slots,
    drag,
    moves,
    openOverlay,
    afterClose: overlays.afterClose,
  });
  const {
    requestedParams,
    navigate,
    openComposer,
    getQuickComposeAction,
    getComposeActionOn,
    onAction,
    onMove,
    invalidate,
  } = actions;
  const stepView = (direction: 1 | -1) =>
    navigate({ day: getAdjacentViewDay(requestedParams.view, requestedParams.day, direction) });
  const gridEvents = useGridEvents({
    calendarDrag: drag,
    hasHours: params.view === "week" || params.view === "day",
    columns: params.view === "month" ? 7 : params.view === "list" ? 1 : range.days.length,
    day: params.day,
    getEntry: (key) => calendar.entriesByKey.get(key),
    getDraft: (id) => calendar.drafts.find((draft) => draft.submission_id === id),
    onEntry: (entry, day) => {
      // Chips of a month are too small for a finger on a phone: the day's list has space.
      const isSmall = params.view === "month" && matchMedia("(width < 40rem)").matches;
      openOverlay(isSmall ? { type: "day", day } : { type: "subject", postId: entry.posts[0]?.id ?? "" });
    },
    onMore: (day) => openOverlay({ type: "day", day }),
    onNote: (id) => {
      const note = snapshot.notes.find((item) => item.id === id);
      if (note) openOverlay({ type: "note", day: note.day, note });
    },
    onSlot: (id) => {
      const slot = calendar.slots.find((item) => item.id === id);
      if (slot) actions.composeAt(slot.at, slot.channelIds);
    },
    onEmpty: (day, time) => {
      const composeAction = getQuickComposeAction(day, time);
      const isSmall = time === null && matchMedia("(width < 40rem)").matches;
      if (composeAction && !isSmall) composeAction();
      else openOverlay({ type: "day", day });
    },
    onStep: stepView,
    onDragStart: () => openOverlay(null),
    // Where the drafts are in a sheet, the item reappears there after a missed drop.
    onDropMissed: (subject, isCanceled) => {
      if (!isCanceled) showToast({ message: "Not moved. Drop it on a day." });
      if (subject.type === "draft" && matchMedia("(width < 80rem)").matches) openOverlay({ type: "tray" });
    },
    onMenu: setMenu,
  });

  /** Applies filters; a choice between everyone's posts and one's own also counts for the next visit. */
  function applyFilters(filters: Partial<CalendarParams>) {
    const { member } = filters;
    if (member === null || member === everyone) rememberScope(me.id, member === everyone);
    navigate(filters);
  }

  const entryCard = useEntryCard(drag.draggedItem !== null || overlay !== null || menu !== null);
  const cardEntry = entryCard.card ? calendar.entriesByKey.get(entryCard.card.key) : undefined;
  const { PointerDrag } = gridEvents;
  const getFocusedDay = () => document.activeElement?.closest<HTMLElement>("[data-day]")?.dataset["day"];
  const createViewShortcut = (view: CalendarView) => ({
    run: () => navigate({ view, day: getFocusedDay() ?? params.day }),
  });
  useShortcuts("Calendar", [
    { keys: "t", label: "Today", run: () => navigate({ day: today }) },
    { keys: "m", label: "Month", ...createViewShortcut("month") },
    { keys: "w", label: "Week", ...createViewShortcut("week") },
    { keys: "d", label: "Day", ...createViewShortcut("day") },
    { keys: "l", label: "List", ...createViewShortcut("list") },
    { keys: "n", label: "Write a post for this day", run: () => actions.openComposerOn(getFocusedDay() ?? params.day) },
    { keys: "f", label: "Filter", run: () => openOverlay({ type: "filter" }) },
    { keys: "pageup", label: "Earlier", run: () => stepView(-1) },
    { keys: "pagedown", label: "Later", run: () => stepView(1) },
    { keys: "space", label: "Pick up a post: arrows, Enter, Esc" },
    { keys: ".", label: "Menu of a post or day" },
  ]);

  const context: CalendarContextValue = {
    params,
    range,
    today,
    now,
    preferences,
    channels,
    me,
    abilities,
    draggedItem: drag.draggedItem,
    showsAuthors: params.member === everyone,
    composing: overlay?.type === "compose" ? { date: overlay.day, time: overlay.time } : null,
    entriesByDay: calendar.entriesByDay,
    slotsByDay: calendar.slotsByDay,
    notesByDay: calendar.notesByDay,
  };
  const hiddenDraftCount = Math.max(0, drafts.total - drafts.drafts.length);
  return (
    <CalendarContext value={context}>
      {/* The page is as high as the window, so that only the days scroll. */}
      <div {...gridEvents.handlers} className="flex min-h-[440px] [flex:1_1_0px] flex-col">
        <CalendarToolbar
          view={requestedParams.view}
          onStep={stepView}
          onToday={() => navigate({ day: today })}
          onView={(view) => navigate({ view })}
          onJump={() => openOverlay({ type: "jump" })}
          onFilter={() => openOverlay({ type: "filter" })}
          onScope={(isEveryone) => applyFilters({ member: isEveryone ? everyone : null })}
          scope={members === null ? null : getScope(requestedParams, me)}
          onMore={(from) => {
            const box = from.getBoundingClientRect();
            setMenu({ target: { type: "calendar" }, at: { x: box.left, y: box.bottom }, opener: from });
          }}
          tray={{ count: calendar.drafts.length + hiddenDraftCount, onOpen: () => openOverlay({ type: "tray" }) }}
        />
        <div className="flex min-h-0 flex-1 gap-5 px-7 pb-4 max-sm:px-4 max-sm:pb-3">
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            <TimeZoneLabel className="mb-1.5 xl:hidden" />
            {notice}
            <CalendarEmptyBanner
              hasDrafts={calendar.drafts.length > 0}
              onShowAll={() => navigate(removeFilters(requestedParams.member))}
            />
            {moves.newerVersionMessage ? (
              <Banner tone="publishing" role="status" className="mb-2.5">
                {moves.newerVersionMessage}
              </Banner>
            ) : null}
            <div
              ref={gridEvents.grid}
              {...entryCard.handlers}
              aria-busy={actions.isNavigating}
              className={joinClassNames(
                "flex min-h-0 flex-1 flex-col",
                actions.isNavigating && "opacity-60",
                params.view === "month" && "calendar-month",
              )}
            >
              <CurrentView />
            </div>
          </div>
          <DraftsAside drafts={calendar.drafts} hiddenCount={hiddenDraftCount} openOverlay={openOverlay} />
        </div>
        {PointerDrag ? (
          <PointerDrag draggedItem={drag.draggedItem} clock={preferences.clock} {...gridEvents.dragLayerProps} />
        ) : null}
        {cardEntry && entryCard.card ? (
          <Suspense>
            <EntryCard
              key={entryCard.card.key}
              entry={cardEntry}
              chip={entryCard.card.chip}
              onEnter={entryCard.keepOpen}
              onLeave={entryCard.leave}
            />
          </Suspense>
        ) : null}
        {menu ? (
          <Suspense>
            <CalendarMenu
              menu={menu}
              getSubject={calendar.getSubject}
              getComposeActionOn={getComposeActionOn}
              openOverlay={openOverlay}
              onAction={onAction}
              onClose={() => setMenu(null)}
            />
          </Suspense>
        ) : null}
        {overlay ? (
          <Suspense>
            <CalendarDialogs
              overlay={overlay}
              openOverlay={openOverlay}
              filters={requestedParams}
              getSubject={calendar.getSubject}
              drafts={calendar.drafts}
              hiddenDraftCount={hiddenDraftCount}
              members={members}
              getComposeActionOn={getComposeActionOn}
              onAction={onAction}
              onMove={onMove}
              onClose={() => openOverlay(null)}
              onFilters={applyFilters}
              onJump={(day) => navigate({ day })}
              onNotesChanged={() => invalidate("calendar")}
              onScheduled={(focusTarget) => {
                if (focusTarget !== null) gridEvents.requestFocus(focusTarget);
                invalidate("calendar");
              }}
              onOpenComposer={(at, channelIds, text) => {
                openOverlay(null);
                openComposer(getComposePath(at, channelIds, text));
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </CalendarContext>
  );
}
