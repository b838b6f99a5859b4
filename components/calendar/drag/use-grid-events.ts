"use client";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import type { DraggedItem } from "#components/calendar/calendar-context.tsx";
import type { TimedEntry, UnscheduledDraft } from "#components/calendar/calendar-entries.ts";
import type { OpenCalendarMenu } from "#components/calendar/dialogs/calendar-overlay.ts";
import { hourPx } from "#components/calendar/views/time-view.tsx";
import type { Day } from "#lib/time/days.ts";
import type { DragHandle } from "./drag-layer.tsx";
import { type DragPoint, getDropTime, getPressedTime } from "./drop-point.ts";
import type { DropTarget } from "./keyboard-drag.ts";
import { getNextFocusTarget, moveFocusTo, setTabStop } from "./roving-focus.ts";
import type { CalendarDrag } from "./use-drag.ts";

type GridEventsOptions = {
  hold: CalendarDrag;
  columns: number;
  /** The day that is the Tab stop at first. */
  day: Day;
  entryOf: (key: string) => TimedEntry | undefined;
  draftOf: (submission: string) => UnscheduledDraft | undefined;
  onEntry: (entry: TimedEntry, day: Day) => void;
  onMore: (day: Day) => void;
  onNote: (id: string) => void;
  onSlot: (id: string) => void;
  /** Called for a press on an empty part of a day; `time` is set in views with a time axis. */
  onEmpty: (day: Day, time: string | null) => void;
  onTurn: (by: -1 | 1) => void;
  /** Called when a drag starts: open dialogs, above all the sheet of drafts, close for it. */
  onLift: () => void;
  /** Called when a drag ends over nothing or Escape cancels it. */
  onMissed: (what: DraggedItem["what"], isBrokenOff: boolean) => void;
  onMenu: (menu: OpenCalendarMenu) => void;
};

const getDataAttribute = (target: EventTarget | null, name: string): string | undefined =>
  target instanceof Element ? (target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? undefined) : undefined;

const getColumnPosition = (column: Element) => ({ top: column.getBoundingClientRect().top, hourPx });

/** Handles pointer and keyboard events for the whole calendar grid, so that a hundred chips need no handlers. */
export function useGridEvents(props: GridEventsOptions) {
  const { hold, columns, day, entryOf, draftOf } = props;
  const grid = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const drag = useRef<DragHandle>(null);
  /** The pressed item and the pointer's distance below its top edge. */
  const pressed = useRef<{ what: DraggedItem["what"]; belowTop: number } | null>(null);
  const waiting = useRef<(() => void) | null>(null);
  const [DragLayer, setDragLayer] = useState<typeof import("./drag-layer.tsx").DragLayer | null>(null);

  // After each render, one focus target is the Tab stop, and a dropped item has the focus in its new place.
  useEffect(() => {
    if (!grid.current) return;
    if (wanted.current !== null && moveFocusTo(grid.current, wanted.current)) wanted.current = null;
    setTabStop(grid.current, null, `day:${day}`);
  });

  // A release before the drag code has loaded is a click.
  useEffect(() => {
    const forget = () => {
      waiting.current = null;
    };
    const ends = ["mouseup", "touchend", "touchcancel"] as const;
    for (const end of ends) addEventListener(end, forget);
    return () => {
      for (const end of ends) removeEventListener(end, forget);
    };
  }, []);

  function whatOf(target: EventTarget | null): DraggedItem["what"] | null {
    const entry = entryOf(getDataAttribute(target, "entry") ?? "");
    if (entry) return { type: "entry", entry };
    const draft = draftOf(getDataAttribute(target, "draft") ?? "");
    return draft ? { type: "draft", draft } : null;
  }

  /**
   * Loads the drag layer without `lazy`: when loading fails, a pointer over the calendar must not take the page down.
   */
  function loadDrag() {
    if (DragLayer || !hold.canMove) return;
    import("./drag-layer.tsx").then(
      (file) => setDragLayer(() => file.DragLayer),
      () => undefined,
    );
  }

  function onPress(event: MouseEvent | TouchEvent) {
    const node =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-entry],[data-draft]") : null;
    const what = whatOf(event.target);
    if (!node || !what || ("button" in event && event.button !== 0)) return;
    if (getDataAttribute(event.target, "no-drag")) return;
    const y = "touches" in event ? (event.touches[0]?.clientY ?? 0) : event.clientY;
    pressed.current = { what, belowTop: y - node.getBoundingClientRect().top };
    const begin = () => drag.current?.begin(event, node);
    loadDrag();
    if (drag.current) begin();
    // A finger that is down before the code loads is still down afterwards.
    else waiting.current = begin;
  }

  function aimAt({ x, y }: DragPoint): DropTarget | "tray" | null {
    const { what, belowTop } = pressed.current ?? { what: null, belowTop: 0 };
    for (const element of document.elementsFromPoint(x, y)) {
      if (element.closest("[data-tray]")) return "tray";
      const column = element.closest<HTMLElement>("[data-day]");
      const at = column?.dataset["day"];
      if (!column || !at) continue;
      if (column.dataset["clock"])
        return { day: at, time: getDropTime(y, getColumnPosition(column), what?.type === "entry" ? belowTop : 0) };
      return { day: at, time: what?.type === "entry" ? hold.wallTimeOf(what.entry) : null };
    }
    return null;
  }

  const layer = {
    onStart: () => {
      if (pressed.current && hold.take(pressed.current.what, "drag")) props.onLift();
    },
    onMove: (point: DragPoint) => hold.aimAt(aimAt(point)),
    onEnd: () => {
      if (hold.held?.aim === null) props.onMissed(hold.held.what, false);
      hold.drop();
    },
    onCancel: () => {
      if (hold.held) props.onMissed(hold.held.what, true);
      hold.letGo();
    },
    onReady: (handle: DragHandle | null) => {
      drag.current = handle;
      if (handle) waiting.current?.();
      waiting.current = null;
    },
  };

  function onClick(event: MouseEvent) {
    const { target } = event;
    const at = getDataAttribute(target, "day");
    const entry = entryOf(getDataAttribute(target, "entry") ?? "");
    if (entry && at) return props.onEntry(entry, at);
    const more = getDataAttribute(target, "more");
    if (more) return props.onMore(more);
    const note = getDataAttribute(target, "note");
    if (note) return props.onNote(note);
    const slot = getDataAttribute(target, "slot");
    if (slot) return props.onSlot(slot);
    const column = target instanceof Element ? target.closest<HTMLElement>("[data-day]") : null;
    const isDay = getDataAttribute(target, "spot")?.startsWith("day:");
    if (!at || !column || (!isDay && target instanceof Element && target.closest("button,a,h2"))) return;
    props.onEmpty(at, column.dataset["clock"] ? getPressedTime(event.clientY, getColumnPosition(column)) : null);
  }

  function openMenu(target: Element, at?: { x: number; y: number }): boolean {
    const what = whatOf(target);
    const posts = what?.type === "entry" ? what.entry.posts : what?.draft.posts;
    const postId = posts?.[0]?.id;
    const dayOf = getDataAttribute(target, "day");
    const about = postId
      ? ({ type: "subject", postId } as const)
      : dayOf
        ? ({ type: "day", day: dayOf } as const)
        : null;
    if (!about) return false;
    const box = target.getBoundingClientRect();
    const opener = target.closest("[data-spot],button") ?? target;
    props.onMenu({ of: about, at: at ?? { x: box.left + 8, y: Math.min(box.bottom, box.top + 40) }, opener });
    return true;
  }

  function onContextMenu(event: MouseEvent) {
    if (!(event.target instanceof Element) || hold.held) return;
    // A long press drags; on touch the dialog behind a tap has the menu's actions. Menu keys give no pointer position.
    const isPointer = event.clientX > 0 || event.clientY > 0;
    if (openMenu(event.target, isPointer ? { x: event.clientX, y: event.clientY } : undefined)) event.preventDefault();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (hold.held?.by === "keys") {
      if (key === "Tab") return hold.letGo();
      if (key === "Enter" || key === " ") hold.drop();
      else if (key === "Escape") hold.letGo();
      else if (!hold.step(key)) return;
      return event.preventDefault();
    }
    if (!grid.current?.contains(target)) {
      if (key === "." && openMenu(target)) event.preventDefault();
      return;
    }
    const what = whatOf(target);
    const isDay = target.dataset["spot"]?.startsWith("day:");
    if (key === " " && what) hold.take(what, "keys");
    else if (key === "." && openMenu(target)) void 0;
    else if (key === "PageUp") props.onTurn(-1);
    else if (key === "PageDown") props.onTurn(1);
    else if (key === "Enter" && isDay) props.onEmpty(getDataAttribute(target, "day") ?? day, null);
    else {
      const next = getNextFocusTarget(grid.current, target, key, columns);
      if (!next) return;
      setTabStop(grid.current, next, "");
      next.focus();
    }
    event.preventDefault();
  }

  function onFocus(event: FocusEvent) {
    const spot = event.target instanceof Element ? event.target.closest("[data-spot]") : null;
    if (grid.current && spot && grid.current.contains(spot)) setTabStop(grid.current, spot, "");
  }

  return {
    grid,
    layer,
    DragLayer,
    /** Focuses a target once it is on the page. */
    want: (spot: string) => {
      wanted.current = spot;
    },
    handlers: {
      onClick,
      onContextMenu,
      onKeyDown,
      onFocus,
      onMouseDown: onPress,
      onTouchStart: onPress,
      onPointerEnter: loadDrag,
    },
  };
}
