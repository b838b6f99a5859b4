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
import type { TimedEntry, UnscheduledDraft } from "#components/calendar/calendar-entries.ts";
import type { OpenCalendarMenu } from "#components/calendar/dialogs/calendar-overlay.ts";
import { hourPx } from "#components/calendar/views/hours.ts";
import type { Day } from "#lib/time/days.ts";
import type { DraggedItem } from "./dragged-item.ts";
import type { DropTarget } from "./keyboard-drag.ts";
import type { DragHandle } from "./pointer-drag.tsx";
import { type DragPoint, getDropTime, getPressedTime } from "./pointer-to-time.ts";
import { followFocusedEntry, getNextFocusTarget, moveFocusTo, setTabStop } from "./roving-focus.ts";
import type { CalendarDrag } from "./use-calendar-drag.ts";

type GridEventsOptions = {
  calendarDrag: CalendarDrag;
  columns: number;
  /** True in a view with hours. */
  hasHours: boolean;
  /** The day that is the Tab stop at first. */
  day: Day;
  getEntry: (key: string) => TimedEntry | undefined;
  getDraft: (submissionId: string) => UnscheduledDraft | undefined;
  onEntry: (entry: TimedEntry, day: Day) => void;
  onMore: (day: Day) => void;
  onNote: (id: string) => void;
  onSlot: (id: string) => void;
  /** Called for a press on an empty part of a day; `time` is set in views with a time axis. */
  onEmpty: (day: Day, time: string | null) => void;
  onStep: (direction: -1 | 1) => void;
  /** Called when a drag starts: open dialogs, above all the sheet of drafts, close for it. */
  onDragStart: () => void;
  /** Called when a drag ends over nothing or Escape cancels it. */
  onDropMissed: (subject: DraggedItem["subject"], isCanceled: boolean) => void;
  onMenu: (menu: OpenCalendarMenu) => void;
};

const getDataAttribute = (target: EventTarget | null, name: string): string | undefined =>
  target instanceof Element ? (target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? undefined) : undefined;

/** Returns the place of a column of hours in the window; a page that is scaled by its styles has other hours. */
function getColumnPosition(column: HTMLElement) {
  const { top, height } = column.getBoundingClientRect();
  return { top, hourPx: (hourPx * height) / column.offsetHeight };
}

/** Handles pointer and keyboard events for the whole calendar grid, so that a hundred chips need no handlers. */
export function useGridEvents(props: GridEventsOptions) {
  const { calendarDrag, columns, day, getEntry, getDraft } = props;
  const grid = useRef<HTMLDivElement>(null);
  const pendingFocus = useRef<string | null>(null);
  const focusedTarget = useRef<Element | null>(null);
  const dragHandle = useRef<DragHandle>(null);
  /** The pressed item and the pointer's distance below its top edge. */
  const pressedItem = useRef<{ subject: DraggedItem["subject"]; belowTop: number } | null>(null);
  const pendingPress = useRef<(() => void) | null>(null);
  const [PointerDrag, setPointerDrag] = useState<typeof import("./pointer-drag.tsx").PointerDrag | null>(null);

  // After each render, one focus target is the Tab stop, and a dropped item has the focus in its new place.
  useEffect(() => {
    if (!grid.current) return;
    if (pendingFocus.current !== null && moveFocusTo(grid.current, pendingFocus.current)) pendingFocus.current = null;
    if (document.activeElement === document.body) followFocusedEntry(grid.current, focusedTarget.current);
    setTabStop(grid.current, null, `day:${day}`);
  });

  // A release before the drag code has loaded is a click.
  useEffect(() => {
    const clearPendingPress = () => {
      pendingPress.current = null;
    };
    const endEvents = ["mouseup", "touchend", "touchcancel"] as const;
    for (const endEvent of endEvents) addEventListener(endEvent, clearPendingPress);
    return () => {
      for (const endEvent of endEvents) removeEventListener(endEvent, clearPendingPress);
    };
  }, []);

  function getDragSubject(target: EventTarget | null): DraggedItem["subject"] | null {
    const entry = getEntry(getDataAttribute(target, "entry") ?? "");
    if (entry) return { type: "entry", entry };
    const draft = getDraft(getDataAttribute(target, "draft") ?? "");
    return draft ? { type: "draft", draft } : null;
  }

  /**
   * Loads the drag layer without `lazy`: when loading fails, a pointer over the calendar must not take the page down.
   */
  function loadDrag() {
    if (PointerDrag || !calendarDrag.canMove) return;
    import("./pointer-drag.tsx").then(
      (file) => setPointerDrag(() => file.PointerDrag),
      () => undefined,
    );
  }

  function onPress(event: MouseEvent | TouchEvent) {
    const node =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-entry],[data-draft]") : null;
    const subject = getDragSubject(event.target);
    if (!node || !subject || ("button" in event && event.button !== 0)) return;
    if (getDataAttribute(event.target, "no-drag")) return;
    const y = "touches" in event ? (event.touches[0]?.clientY ?? 0) : event.clientY;
    pressedItem.current = { subject, belowTop: y - node.getBoundingClientRect().top };
    const begin = () => dragHandle.current?.begin(event, node);
    loadDrag();
    if (dragHandle.current) begin();
    // A finger that is down before the code loads is still down afterwards.
    else pendingPress.current = begin;
  }

  function getDropTargetAt({ x, y }: DragPoint): DropTarget | "tray" | null {
    const { subject, belowTop } = pressedItem.current ?? { subject: null, belowTop: 0 };
    for (const element of document.elementsFromPoint(x, y)) {
      if (element.closest("[data-tray]")) return "tray";
      // A toast over the calendar hides no day. Within the page, only what is visible under the pointer is a target.
      if (!element.closest("main")) continue;
      const column = element.closest<HTMLElement>("[data-day]");
      const columnDay = column?.dataset["day"];
      if (!column || !columnDay) return null;
      if (column.dataset["clock"])
        return {
          day: columnDay,
          time: getDropTime(y, getColumnPosition(column), subject?.type === "entry" ? belowTop : 0),
        };
      return { day: columnDay, time: subject?.type === "entry" ? calendarDrag.getWallTime(subject.entry) : null };
    }
    return null;
  }

  const dragLayerProps = {
    hasHours: props.hasHours,
    getGripPx: () => (pressedItem.current?.subject.type === "entry" ? pressedItem.current.belowTop : 0),
    onStart: () => {
      if (pressedItem.current && calendarDrag.pickUp(pressedItem.current.subject, "drag")) props.onDragStart();
    },
    onMove: (point: DragPoint) => calendarDrag.setDropTarget(getDropTargetAt(point)),
    onEnd: () => {
      if (calendarDrag.draggedItem?.dropTarget === null) props.onDropMissed(calendarDrag.draggedItem.subject, false);
      calendarDrag.drop();
    },
    onCancel: () => {
      if (calendarDrag.draggedItem) props.onDropMissed(calendarDrag.draggedItem.subject, true);
      calendarDrag.cancel();
    },
    onReady: (handle: DragHandle | null) => {
      dragHandle.current = handle;
      if (handle) pendingPress.current?.();
      pendingPress.current = null;
    },
  };

  function onClick(event: MouseEvent) {
    const { target } = event;
    const clickedDay = getDataAttribute(target, "day");
    const entry = getEntry(getDataAttribute(target, "entry") ?? "");
    if (entry && clickedDay) return props.onEntry(entry, clickedDay);
    const overflowDay = getDataAttribute(target, "more");
    if (overflowDay) return props.onMore(overflowDay);
    const noteId = getDataAttribute(target, "note");
    if (noteId) return props.onNote(noteId);
    const slotId = getDataAttribute(target, "slot");
    if (slotId) return props.onSlot(slotId);
    const column = target instanceof Element ? target.closest<HTMLElement>("[data-day]") : null;
    const isDay = getDataAttribute(target, "spot")?.startsWith("day:");
    if (!clickedDay || !column || (!isDay && target instanceof Element && target.closest("button,a,h2"))) return;
    // The focus comes back here from a dialog.
    const focusTarget = column.matches("[data-spot]") ? column : column.querySelector<HTMLElement>("[data-spot]");
    focusTarget?.focus({ preventScroll: true });
    props.onEmpty(
      clickedDay,
      column.dataset["clock"] ? getPressedTime(event.clientY, getColumnPosition(column)) : null,
    );
  }

  function openMenu(target: Element, at?: { x: number; y: number }): boolean {
    const subject = getDragSubject(target);
    const posts = subject?.type === "entry" ? subject.entry.posts : subject?.draft.posts;
    const postId = posts?.[0]?.id;
    const pointedDay = getDataAttribute(target, "day");
    const menuSubject = postId
      ? ({ type: "subject", postId } as const)
      : pointedDay
        ? ({ type: "day", day: pointedDay } as const)
        : null;
    if (!menuSubject) return false;
    const box = target.getBoundingClientRect();
    const opener = target.closest("[data-spot],button") ?? target;
    props.onMenu({ target: menuSubject, at: at ?? { x: box.left + 8, y: Math.min(box.bottom, box.top + 40) }, opener });
    return true;
  }

  function onContextMenu(event: MouseEvent) {
    if (!(event.target instanceof Element) || calendarDrag.draggedItem) return;
    // A long press drags; on touch the dialog behind a tap has the menu's actions. Menu keys give no pointer position.
    const isPointer = event.clientX > 0 || event.clientY > 0;
    if (openMenu(event.target, isPointer ? { x: event.clientX, y: event.clientY } : undefined)) event.preventDefault();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (calendarDrag.draggedItem?.by === "keys") {
      if (key === "Tab") return calendarDrag.cancel();
      if (key === "Enter" || key === " ") calendarDrag.drop();
      else if (key === "Escape") calendarDrag.cancel();
      else if (!calendarDrag.moveByKey(key)) return;
      return event.preventDefault();
    }
    if (!grid.current?.contains(target)) {
      if (key === "." && openMenu(target)) event.preventDefault();
      return;
    }
    const subject = getDragSubject(target);
    const isDay = target.dataset["spot"]?.startsWith("day:");
    if (key === " " && subject) calendarDrag.pickUp(subject, "keys");
    else if (key === "." && openMenu(target)) void 0;
    else if (key === "PageUp") props.onStep(-1);
    else if (key === "PageDown") props.onStep(1);
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
    const focusTarget = event.target instanceof Element ? event.target.closest("[data-spot]") : null;
    if (!grid.current || !focusTarget || !grid.current.contains(focusTarget)) return;
    focusedTarget.current = focusTarget;
    setTabStop(grid.current, focusTarget, "");
  }

  /** React reports no blur of an element that it removes: a person moved the focus away, unless it is for an Undo. */
  function onBlur({ relatedTarget }: FocusEvent) {
    if (!(relatedTarget instanceof Element && relatedTarget.closest(".toasts"))) focusedTarget.current = null;
  }

  return {
    grid,
    dragLayerProps,
    PointerDrag,
    /** Focuses a target once it is on the page. */
    requestFocus: (focusTarget: string) => {
      pendingFocus.current = focusTarget;
    },
    handlers: {
      onClick,
      onContextMenu,
      onKeyDown,
      onFocus,
      onBlur,
      onMouseDown: onPress,
      onTouchStart: onPress,
      onPointerEnter: loadDrag,
    },
  };
}
