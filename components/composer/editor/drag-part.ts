import { dragSensorOptions } from "#components/ui/drag-options.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { getDropPosition, type RowBounds } from "./drop-position.ts";

/** Px from the edge of the window from which on the page goes along, and px of each frame. */
const edgePx = 72;
const maxScrollPerFrame = 18;

type DragPartOptions = {
  /** The row of the part. */
  row: HTMLElement;
  /** Moves it by so many places. */
  onDrop: (by: number) => void;
};

const getPoint = (event: MouseEvent | TouchEvent): { x: number; y: number } | null => {
  const at = "touches" in event ? (event.touches[0] ?? event.changedTouches[0]) : event;
  return at ? { x: at.clientX, y: at.clientY } : null;
};

let isDragging = false;

/**
 * Follows a press on a part's handle: from a few pixels on, or held for a moment under a finger, it is a drag. A line shows
 * where the part would land, Escape puts it back. The rows stay as they are until it lands: nothing of them is drawn anew.
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

  const held = isTouch ? setTimeout(begin, touch.activationConstraint.delay) : null;

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
    announce(`Part ${rows.indexOf(row) + 1} picked up. Escape puts it back.`);
    frame = requestAnimationFrame(follow);
  }

  /** Each frame: near an edge the page goes along, and the line lies where the part would. */
  function follow(): void {
    const over = at.y < edgePx ? at.y - edgePx : Math.max(0, at.y - (innerHeight - edgePx));
    if (over !== 0)
      scrollBy({ top: Math.max(-maxScrollPerFrame, Math.min(maxScrollPerFrame, over / 3)), behavior: "instant" });
    const places = rows.map((one): RowBounds => {
      // Far from view it is not laid out, and would be by being asked: there it stands where its ten does.
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
    if (held) clearTimeout(held);
    ended.abort();
    cancelAnimationFrame(frame);
    if (!line) return;
    line.remove();
    row.style.opacity = "";
    document.documentElement.style.cursor = "";
    isDragging = false;
    if (isDropped && by !== 0) onDrop(by);
    else announce(`Part ${rows.indexOf(row) + 1} is where it was.`);
  }

  function move(event: MouseEvent | TouchEvent): void {
    const point = getPoint(event);
    if (!point) return;
    const way = Math.hypot(point.x - x, point.y - y);
    at = point;
    if (line) event.preventDefault();
    // A finger that moves before the moment is over scrolls.
    else if (isTouch && way > touch.activationConstraint.tolerance) end(false);
    else if (!isTouch && way >= mouse.activationConstraint.distance) begin();
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
