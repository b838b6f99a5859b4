import { dragSensorOptions } from "#components/ui/drag-options.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { getDropPosition, type RowBounds } from "./drop-position.ts";

/** Distance from the window's edge at which the page scrolls, px, and the most px per frame. */
const edgePx = 72;
const maxScrollPerFrame = 18;

type DragPartOptions = {
  row: HTMLElement;
  /** Moves the part by so many places. */
  onDrop: (by: number) => void;
};

const getPoint = (event: MouseEvent | TouchEvent): { x: number; y: number } | null => {
  const at = "touches" in event ? (event.touches[0] ?? event.changedTouches[0]) : event;
  return at ? { x: at.clientX, y: at.clientY } : null;
};

let isDragging = false;

/**
 * Handles a press on a part's handle. The drag begins after a few pixels, or after a short hold of a finger. A line
 * shows the drop position, and Escape cancels. The rows do not move or render again until the drop.
 */
export function dragPart(start: MouseEvent | TouchEvent, { row, onDrop }: DragPartOptions): void {
  const list = row.closest("[role=list]");
  const from = getPoint(start);
  if (!list || !from || isDragging) return;
  const { x, y } = from;
  const isTouch = "touches" in start;
  const { mouse, touch } = dragSensorOptions;
  const ended = new AbortController();
  const { signal } = ended;
  let at = from;
  let line: HTMLElement | null = null;
  let frame = 0;
  let by = 0;
  let rows: readonly HTMLElement[] = [];

  const delayTimer = isTouch ? setTimeout(begin, touch.activationConstraint.delay) : null;

  function begin(): void {
    isDragging = true;
    rows = [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    line = document.createElement("div");
    line.dataset["dropLine"] = "";
    line.className = "pointer-events-none rounded-full bg-accent";
    Object.assign(line.style, { position: "fixed", height: "2px", zIndex: "30" });
    document.body.append(line);
    row.style.opacity = "0.6";
    document.documentElement.style.cursor = "grabbing";
    announce(`Part ${rows.indexOf(row) + 1} picked up. Escape cancels.`);
    frame = requestAnimationFrame(follow);
  }

  /** Runs in each frame: scrolls the page near an edge, and moves the line to the drop position. */
  function follow(): void {
    const over = at.y < edgePx ? at.y - edgePx : Math.max(0, at.y - (innerHeight - edgePx));
    if (over !== 0)
      scrollBy({ top: Math.max(-maxScrollPerFrame, Math.min(maxScrollPerFrame, over / 3)), behavior: "instant" });
    const places = rows.map((one): RowBounds => {
      // A row far from view has no layout, and measuring would force one, so its chunk's position is used instead.
      const isDrawn = one.checkVisibility({ contentVisibilityAuto: true });
      const { top, bottom } = (isDrawn ? one : (one.parentElement ?? one)).getBoundingClientRect();
      return { top, bottom };
    });
    const found = getDropPosition(places, rows.indexOf(row), at.y);
    by = found.by;
    const box = list?.getBoundingClientRect();
    if (line && box) {
      Object.assign(line.style, { left: `${box.left}px`, width: `${box.width}px`, top: `${found.y - 1}px` });
      line.hidden = by === 0;
    }
    frame = requestAnimationFrame(follow);
  }

  function end(isDropped: boolean): void {
    if (delayTimer) clearTimeout(delayTimer);
    ended.abort();
    cancelAnimationFrame(frame);
    if (!line) return;
    line.remove();
    row.style.opacity = "";
    document.documentElement.style.cursor = "";
    isDragging = false;
    if (isDropped && by !== 0) onDrop(by);
    else announce(`Part ${rows.indexOf(row) + 1} was not moved.`);
  }

  function move(event: MouseEvent | TouchEvent): void {
    const point = getPoint(event);
    if (!point) return;
    const distance = Math.hypot(point.x - x, point.y - y);
    at = point;
    if (line) event.preventDefault();
    // A finger that moves before the delay ends scrolls the page.
    else if (isTouch && distance > touch.activationConstraint.tolerance) end(false);
    else if (!isTouch && distance >= mouse.activationConstraint.distance) begin();
  }

  const [moves, ends] = isTouch ? (["touchmove", "touchend"] as const) : (["mousemove", "mouseup"] as const);
  document.addEventListener(moves, move, { signal, passive: false });
  document.addEventListener(ends, () => end(true), { signal });
  document.addEventListener("touchcancel", () => end(false), { signal });
  addEventListener("blur", () => end(false), { signal });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
}
