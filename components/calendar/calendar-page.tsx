"use client";
import { useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { cn } from "#components/ui/cn.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { CalendarRange, Channel, Post, Slot } from "#lib/contract/types.ts";
import { type CalendarView, getAdjacentViewDay } from "#lib/time/calendar-views.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { toWallTime } from "#lib/time/time-zone.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";
import { type CalendarAbilities, CalendarContext, type CalendarContextValue } from "./calendar-context.tsx";
import { type CalendarParams, getComposePath, getReplacePath } from "./calendar-params.ts";
import type { CalendarOverlay, OpenCalendarMenu } from "./dialogs/calendar-overlay.ts";
import { useDrag } from "./drag/use-drag.ts";
import { useGridEvents } from "./drag/use-grid-events.ts";
import { useCalendarActions } from "./use-calendar-actions.ts";
import { useCalendarEntries } from "./use-calendar-entries.ts";
import { useEntryMoves } from "./use-entry-moves.ts";
import { CalendarEmptyBanner } from "./views/calendar-empty-banner.tsx";
import { CalendarToolbar, TimeZoneLabel } from "./views/calendar-toolbar.tsx";
import { DraftsTray, DragKeyHints } from "./views/drafts-tray.tsx";
import { MonthView } from "./views/month-view.tsx";

// Each lazy view has its own Suspense boundary: otherwise a late chunk would blank the whole page.
const TimeView = lazyComponent(() => import("./views/time-view.tsx").then((file) => file.TimeView));
const ListView = lazyComponent(() => import("./views/list-view.tsx").then((file) => file.ListView));
const CalendarMenu = lazyComponent(() => import("./dialogs/calendar-menu.tsx").then((file) => file.CalendarMenu));
const CalendarDialogs = lazyComponent(() =>
  import("./dialogs/calendar-dialogs.tsx").then((file) => file.CalendarDialogs),
);

export type CalendarPageProps = {
  sight: CalendarParams;
  range: ZonedDayRange;
  now: Date;
  preferences: DisplayPreferences;
  channels: readonly Channel[];
  slots: readonly Slot[];
  members: readonly { id: string; name: string }[] | null;
  me: { id: string; isAdmin: boolean };
  abilities: CalendarAbilities;
  told: CalendarRange;
  drafts: { posts: readonly Post[]; total: number };
  /** Banner above the calendar: the data may be out of date or is still loading. */
  notice?: ReactNode;
};

/** The calendar of posts with everything that changes it. */
export function CalendarPage(props: CalendarPageProps) {
  const { sight, range, now, preferences, channels, me, abilities, told, drafts, members, notice } = props;
  const [opened, open] = useState<CalendarOverlay | null>(null);
  const [menu, setMenu] = useState<OpenCalendarMenu | null>(null);
  const today = toWallTime(now, preferences.zone).date;
  useNoteFromUrl(() => (abilities.notes ? open({ type: "note", day: today, note: null }) : undefined));
  const moves = useEntryMoves(preferences);
  const shown = useCalendarEntries({ ...props, placements: moves.placements, nowMs: now.getTime() });
  const hold = useDrag({
    moves,
    range,
    preferences,
    me,
    abilities,
    view: sight.view,
    slots: shown.slots,
    onPut: (spot) => surface.want(spot),
    onReplace: (postId, at) => acts.compose(getReplacePath(postId, at)),
  });
  const acts = useCalendarActions({
    sight,
    today,
    now,
    zone: preferences.zone,
    abilities,
    slots: shown.slots,
    hold,
    moves,
    open,
  });
  const { wanted, go, compose, composeFor, composeOn, onAct, onMove, reread } = acts;
  const turn = (by: 1 | -1) => go({ day: getAdjacentViewDay(wanted.view, wanted.day, by) });
  const surface = useGridEvents({
    hold,
    columns: sight.view === "month" ? 7 : sight.view === "list" ? 1 : range.days.length,
    day: sight.day,
    entryOf: (key) => shown.byKey.get(key),
    draftOf: (id) => shown.drafts.find((draft) => draft.submission_id === id),
    onEntry: (entry, day) => {
      // Chips of a month are too small for a finger on a phone: the day's list has space.
      const isSmall = sight.view === "month" && matchMedia("(width < 40rem)").matches;
      open(isSmall ? { type: "day", day } : { type: "subject", postId: entry.posts[0]?.id ?? "" });
    },
    onMore: (day) => open({ type: "day", day }),
    onNote: (id) => {
      const note = told.notes.find((one) => one.id === id);
      if (note) open({ type: "note", day: note.day, note });
    },
    onSlot: (id) => {
      const slot = shown.slots.find((one) => one.id === id);
      if (slot) compose(getComposePath(slot.at, slot.channelIds));
    },
    onEmpty: (day, time) => {
      const composeThen = time === null ? composeOn(day) : composeFor({ date: day, time });
      const isSmall = time === null && matchMedia("(width < 40rem)").matches;
      if (composeThen && !isSmall) composeThen();
      else open({ type: "day", day });
    },
    onTurn: turn,
    onLift: () => open(null),
    // Where the drafts are in a sheet, the item reappears there after a missed drop.
    onMissed: (what, isBrokenOff) => {
      if (!isBrokenOff) showToast({ message: "Not moved. Drop it on a day." });
      if (what.type === "draft" && matchMedia("(width < 80rem)").matches) open({ type: "tray" });
    },
    onMenu: setMenu,
  });

  const { DragLayer } = surface;
  const focusedDay = () => document.activeElement?.closest<HTMLElement>("[data-day]")?.dataset["day"];
  const look = (view: CalendarView) => ({ run: () => go({ view, day: focusedDay() ?? sight.day }) });
  useShortcuts("Calendar", [
    { keys: "t", label: "Today", run: () => go({ day: today }) },
    { keys: "m", label: "Month", ...look("month") },
    { keys: "w", label: "Week", ...look("week") },
    { keys: "d", label: "Day", ...look("day") },
    { keys: "l", label: "List", ...look("list") },
    { keys: "n", label: "Write a post for this day", run: () => acts.write(focusedDay() ?? sight.day) },
    { keys: "f", label: "Filter", run: () => open({ type: "filter" }) },
    { keys: "pageup", label: "Earlier" },
    { keys: "pagedown", label: "Later" },
    { keys: "space", label: "Pick up a post: arrows, Enter, Esc" },
    { keys: ".", label: "Menu of a post or day" },
  ]);

  const screen: CalendarContextValue = {
    sight,
    range,
    today,
    now,
    preferences,
    channels,
    me,
    abilities,
    held: hold.held,
    byDay: shown.byDay,
    slotsByDay: shown.slotsByDay,
    notesByDay: shown.notesByDay,
  };
  const more = Math.max(0, drafts.total - drafts.posts.length);
  const subjectOf = shown.subjectOf;
  return (
    <CalendarContext value={screen}>
      <div {...surface.handlers} className="flex min-h-0 flex-1 flex-col">
        <CalendarToolbar
          view={wanted.view}
          onTurn={turn}
          onToday={() => go({ day: today })}
          onView={(view) => go({ view })}
          onJump={() => open({ type: "jump" })}
          onFilter={() => open({ type: "filter" })}
          onMore={(from) => {
            const box = from.getBoundingClientRect();
            setMenu({ of: { type: "calendar" }, at: { x: box.left, y: box.bottom }, opener: from });
          }}
          tray={{ count: shown.drafts.length + more, onOpen: () => open({ type: "tray" }) }}
        />
        <div className="flex min-h-0 flex-1 gap-5 px-7 pb-5 max-sm:px-4">
          <div className="flex min-w-0 flex-1 flex-col">
            <TimeZoneLabel className="mb-1.5 xl:hidden" />
            {notice}
            <CalendarEmptyBanner
              hasDrafts={shown.drafts.length > 0}
              onShowAll={() => go({ statuses: [], channelIds: [], member: null, text: "" })}
            />
            {moves.newer ? (
              <Banner tone="publishing" role="status" className="mb-2.5">
                {moves.newer}
              </Banner>
            ) : null}
            <div
              ref={surface.grid}
              aria-busy={acts.isTurning}
              className={cn(
                "flex min-h-0 flex-1 flex-col transition-opacity duration-120",
                acts.isTurning && "opacity-60",
                sight.view === "month" && "calendar-month",
              )}
            >
              <Suspense>
                {sight.view === "month" ? (
                  <MonthView />
                ) : sight.view === "list" ? (
                  <ListView />
                ) : (
                  <TimeView key={sight.view} />
                )}
              </Suspense>
            </div>
          </div>
          <aside aria-labelledby="unscheduled" className="flex w-[204px] shrink-0 flex-col max-xl:hidden">
            <h2 id="unscheduled" className="mb-1 flex items-baseline gap-2 text-15 font-semibold">
              Unscheduled <span className="font-mono text-13 font-normal text-ink-3">{shown.drafts.length + more}</span>
            </h2>
            <DraftsTray
              drafts={shown.drafts}
              more={more}
              onSchedule={(draft) => open({ type: "move", postId: draft.posts[0]?.id ?? "" })}
              onOpen={(draft) => open({ type: "subject", postId: draft.posts[0]?.id ?? "" })}
              className="flex-1"
            />
            {abilities.move ? <DragKeyHints /> : null}
          </aside>
        </div>
        {DragLayer ? <DragLayer held={hold.held} {...surface.layer} /> : null}
        {menu ? (
          <Suspense>
            <CalendarMenu
              menu={menu}
              subjectOf={subjectOf}
              composeOn={composeOn}
              open={open}
              onAct={onAct}
              onClose={() => setMenu(null)}
            />
          </Suspense>
        ) : null}
        {opened ? (
          <Suspense>
            <CalendarDialogs
              opened={opened}
              open={open}
              wanted={wanted}
              subjectOf={subjectOf}
              drafts={shown.drafts}
              moreDrafts={more}
              members={members}
              composeOn={composeOn}
              onAct={onAct}
              onMove={onMove}
              onClose={() => open(null)}
              onFilters={go}
              onJump={(day) => go({ day })}
              onNotesChanged={() => reread("calendar")}
            />
          </Suspense>
        ) : null}
      </div>
    </CalendarContext>
  );
}

/** Opens the note dialog for a link to `/calendar?note=today`, once, and removes the parameter from the address. */
function useNoteFromUrl(open: () => void): void {
  const router = useRouter();
  const search = useSearchParams();
  const isAsked = search.get("note") === "today";
  const newest = useRef(open);
  newest.current = open;
  useEffect(() => {
    if (!isAsked) return;
    newest.current();
    router.replace("/calendar", { scroll: false });
  }, [isAsked, router]);
}
