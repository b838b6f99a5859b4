"use client";
import { DndContext, MouseSensor, TouchSensor, useDraggable, useSensor, useSensors } from "@dnd-kit/core";
import {
  type MouseEvent,
  type Ref,
  type RefObject,
  type TouchEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";
import { formatDropTarget, getEntryTitle } from "#components/calendar/entry-labels.ts";
import { dragSensorOptions, silentDragAccessibility } from "#components/ui/drag-options.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { DraggedItem } from "./dragged-item.ts";
import { type DragInput, type DragPoint, getEdgeScroll, getGhostPosition, reduceDragPoint } from "./pointer-to-time.ts";

export type DragHandle = {
  /**
   * Passes a press on a chip to the sensors: it becomes a drag once the pointer moves, or after a long press on touch.
   */
  begin: (event: MouseEvent | TouchEvent, node: HTMLElement) => void;
};

type PointerDragProps = {
  /** Called with the handle when it exists and with null when it is gone. */
  onReady: (handle: DragHandle | null) => void;
  draggedItem: DraggedItem | null;
  clock: "24" | "12";
  /** True in a view with hours. */
  hasHours: boolean;
  /** Px from the pressed chip's top edge to the pointer. */
  getGripPx: () => number;
  onStart: () => void;
  onMove: (point: DragPoint) => void;
  onEnd: () => void;
  onCancel: () => void;
};

type DragTracker = {
  point: RefObject<DragPoint>;
  /**
   * Tracks the finger of this press. After the pressed node has left the page, only that node receives the finger's
   * events.
   */
  follow: (event: MouseEvent | TouchEvent) => void;
};

/** Tracks the pointer's place, also while the page scrolls beneath it. */
function useDragPoint(onMove: (point: DragPoint) => void): DragTracker {
  const point = useRef<DragPoint>({ x: 0, y: 0 });
  const latestOnMove = useRef(onMove);
  latestOnMove.current = onMove;
  // dnd-kit's `delta` includes the scrolled distance, so it does not give the place under the pointer.
  const update = useCallback((input: DragInput) => {
    point.current = reduceDragPoint(point.current, input);
    latestOnMove.current(point.current);
  }, []);
  useEffect(() => {
    const onMouse = ({ clientX: x, clientY: y }: globalThis.MouseEvent) => update({ type: "moved", x, y });
    const onScroll = () => update({ type: "scrolled" });
    const options = { capture: true, passive: true };
    addEventListener("mousemove", onMouse, options);
    addEventListener("scroll", onScroll, options);
    return () => {
      removeEventListener("mousemove", onMouse, options);
      removeEventListener("scroll", onScroll, options);
    };
  }, [update]);
  const follow = ({ target, type, nativeEvent }: MouseEvent | TouchEvent) => {
    if (type !== "touchstart" || !(nativeEvent instanceof globalThis.TouchEvent)) return;
    const onTouch = ({ touches: [touch] }: globalThis.TouchEvent) =>
      touch && update({ type: "moved", x: touch.clientX, y: touch.clientY });
    onTouch(nativeEvent);
    const touchEnd = new AbortController();
    const options = { passive: true, signal: touchEnd.signal };
    target.addEventListener("touchmove", (event) => onTouch(event as globalThis.TouchEvent), options);
    for (const name of ["touchend", "touchcancel"]) target.addEventListener(name, () => touchEnd.abort(), options);
  };
  return { point, follow };
}

/**
 * Dragging, loaded when a pointer first enters the calendar. One draggable represents the pressed chip, so that chips
 * need no hooks of their own, and the drop target is read from the page.
 */
export function PointerDrag(props: PointerDragProps) {
  const { onReady, draggedItem, clock, hasHours, getGripPx, onStart, onMove, onEnd, onCancel } = props;
  const isDragging = draggedItem?.by === "drag";
  const ghost = useRef<HTMLDivElement>(null);
  const { point, follow } = useDragPoint((at) => {
    if (!isDragging) return;
    placeGhost();
    onMove(at);
  });
  // Written to the style directly: a ghost that waits for a render lags behind the pointer.
  function placeGhost() {
    if (!ghost.current) return;
    const { offsetWidth: width, offsetHeight: height } = ghost.current;
    const { x, y } = getGhostPosition({
      point: point.current,
      gripPx: getGripPx(),
      hasHours,
      ghost: { width, height },
      window: { width: document.documentElement.clientWidth, height: innerHeight },
    });
    ghost.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }
  useEdgeScroll(isDragging && draggedItem.dropTarget !== "tray", point);
  // The style sheet hides messages meanwhile; `:has` would search the page on each change.
  useLayoutEffect(() => {
    document.body.toggleAttribute("data-drag-active", isDragging);
    return () => document.body.removeAttribute("data-drag-active");
  }, [isDragging]);
  // Its size changes with its text.
  useLayoutEffect(placeGhost);
  const sensors = useSensors(
    useSensor(MouseSensor, dragSensorOptions.mouse),
    useSensor(TouchSensor, dragSensorOptions.touch),
  );
  return (
    <DndContext
      sensors={sensors}
      accessibility={silentDragAccessibility}
      autoScroll={false}
      onDragStart={onStart}
      onDragMove={() => onMove(point.current)}
      onDragEnd={onEnd}
      onDragCancel={onCancel}
    >
      <DragSource handle={onReady} onPress={follow} />
      {isDragging
        ? createPortal(<DragGhost ref={ghost} draggedItem={draggedItem} clock={clock} />, document.body)
        : null}
      {isDragging && draggedItem.subject.type === "entry" ? (
        <TrayDropZone isDropTarget={draggedItem.dropTarget === "tray"} />
      ) : null}
    </DndContext>
  );
}

/** Scrolls the days while the pointer is at one of their edges, wherever the drag began. */
function useEdgeScroll(isOn: boolean, point: RefObject<DragPoint>): void {
  useEffect(() => {
    if (!isOn) return;
    let frame = requestAnimationFrame(function step() {
      const scroller = document.querySelector(".calendar-scroller");
      if (scroller) {
        const { left, top, right, bottom } = scroller.getBoundingClientRect();
        const { x, y } = point.current;
        if (x >= left && x <= right) scroller.scrollTop += getEdgeScroll(y, top, bottom);
        if (y >= top && y <= bottom) scroller.scrollLeft += getEdgeScroll(x, left, right);
      }
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isOn, point]);
}

type DragGhostProps = { ref: Ref<HTMLDivElement>; draggedItem: DraggedItem; clock: "24" | "12" };

/** The dragged item beside the pointer, with the day and time at which it would land. */
function DragGhost({ ref, draggedItem: { subject, outcome, dropTarget }, clock }: DragGhostProps) {
  const target = formatDropTarget(dropTarget, outcome, clock);
  return (
    <div
      ref={ref}
      data-dragging="true"
      className="pointer-events-none fixed top-0 left-0 z-50 w-max max-w-56 rounded-chip border border-line-strong bg-paper px-2.5 py-1.5 text-12 text-ink shadow-float"
    >
      <span className="block truncate">{getEntryTitle(subject.type === "entry" ? subject.entry : subject.draft)}</span>
      <strong
        data-drop-label="true"
        className={joinClassNames(
          "block font-semibold",
          outcome === null ? "text-ink-3" : outcome.type === "refused" ? "text-failed" : "text-accent",
        )}
      >
        {target}
      </strong>
    </div>
  );
}

/**
 * The drop zone for layouts without a tray beside the calendar, visible while a dragged item can lose its time. It is
 * over the toolbar: at the lower edge it covered the last week and its scrolling.
 */
function TrayDropZone({ isDropTarget }: { isDropTarget: boolean }) {
  return (
    <div
      data-tray="true"
      aria-hidden="true"
      className={joinClassNames(
        "fixed inset-x-4 top-[calc(env(safe-area-inset-top)+6px)] z-40 flex min-h-12 items-center justify-center rounded-card border border-dashed px-4 text-14 shadow-float sm:left-1/2 sm:right-auto sm:w-96 sm:-translate-x-1/2 xl:hidden",
        isDropTarget ? "border-accent bg-accent-wash text-accent" : "border-line-strong bg-paper text-ink-2",
      )}
    >
      {isDropTarget ? "Drop to unschedule" : "Unscheduled"}
    </div>
  );
}

function DragSource({ handle, onPress }: { handle: Ref<DragHandle>; onPress: DragTracker["follow"] }) {
  const { setNodeRef, listeners } = useDraggable({ id: "held" });
  useImperativeHandle(handle, () => ({
    begin(event, node) {
      setNodeRef(node);
      onPress(event);
      const name = event.type === "touchstart" ? "onTouchStart" : "onMouseDown";
      listeners?.[name]?.(event);
    },
  }));
  return null;
}
