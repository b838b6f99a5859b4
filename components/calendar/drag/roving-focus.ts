/**
 * The roving focus of the calendar: days and their entries are focus targets, one of them is the Tab stop, and arrow
 * keys move between them. This module reads the page, so that a hundred chips need no state of their own.
 */
const focusTargetSelector = "[data-spot]";
const daySelector = "[data-day]";

/** Number of days in a row. A list has one; where days are columns, nothing is below them. */
export type GridColumnCount = number;

function listFocusTargets(day: Element): HTMLElement[] {
  const inside = [...day.querySelectorAll<HTMLElement>(focusTargetSelector)];
  const all = day.matches(focusTargetSelector) ? [day as HTMLElement, ...inside] : inside;
  return all.filter((one) => one.checkVisibility());
}

/** Returns the focus target that a key leads to from `from`; null when it leads nowhere. */
export function getNextFocusTarget(
  grid: Element,
  from: Element,
  key: string,
  columns: GridColumnCount,
): HTMLElement | null {
  const days = [...grid.querySelectorAll(daySelector)];
  const day = from.closest(daySelector);
  const dayIndex = day ? days.indexOf(day) : -1;
  if (!day || dayIndex === -1) return null;
  const targets = listFocusTargets(day);
  const targetIndex = Math.max(
    0,
    targets.indexOf(from.closest<HTMLElement>(focusTargetSelector) ?? targets[0] ?? (day as HTMLElement)),
  );
  const getTarget = (otherDayIndex: number, otherTargetIndex: number): HTMLElement | null => {
    const otherDay = days[otherDayIndex];
    if (!otherDay) return null;
    const otherTargets = listFocusTargets(otherDay);
    return (
      otherTargets[
        otherTargetIndex === -1 ? otherTargets.length - 1 : Math.min(otherTargetIndex, otherTargets.length - 1)
      ] ?? null
    );
  };
  const rowStart = dayIndex - (dayIndex % columns);
  switch (key) {
    case "ArrowLeft":
      return getTarget(dayIndex - 1, targetIndex);
    case "ArrowRight":
      return getTarget(dayIndex + 1, targetIndex);
    case "ArrowUp":
      return targetIndex > 0 ? (targets[targetIndex - 1] ?? null) : getTarget(dayIndex - columns, -1);
    case "ArrowDown":
      return targetIndex < targets.length - 1 ? (targets[targetIndex + 1] ?? null) : getTarget(dayIndex + columns, 0);
    case "Home":
      return getTarget(columns === 1 ? 0 : rowStart, 0);
    case "End":
      return getTarget(columns === 1 ? days.length - 1 : Math.min(rowStart + columns, days.length) - 1, 0);
    default:
      return null;
  }
}

/**
 * Makes `target` the Tab stop. Without a `target` the current Tab stop stays, else the target called `fallbackName`
 * becomes it.
 */
export function setTabStop(grid: Element, target: Element | null, fallbackName: string): void {
  const current = grid.querySelector<HTMLElement>(`${focusTargetSelector}[tabindex="0"]`);
  const next =
    target ?? current ?? grid.querySelector(`[data-spot="${fallbackName}"]`) ?? grid.querySelector(focusTargetSelector);
  if (!(next instanceof HTMLElement) || next === current) return;
  if (current) current.tabIndex = -1;
  next.tabIndex = 0;
}

/** Focuses an entry in its new place when it had the focus and an undo or somebody else moved it. */
export function followFocusedEntry(grid: Element, focused: Element | null): void {
  const [submission] = focused?.getAttribute("data-entry")?.split("@") ?? [];
  if (!submission || focused?.isConnected) return;
  const moved = grid.querySelector(`[data-entry^="${CSS.escape(submission)}@"]`);
  if (moved) moveFocusTo(grid, moved.getAttribute("data-spot") ?? "");
}

export function moveFocusTo(grid: Element, name: string): boolean {
  const target = grid.querySelector<HTMLElement>(`[data-spot="${CSS.escape(name)}"]`);
  if (!target) return false;
  setTabStop(grid, target, name);
  target.focus();
  target.scrollIntoView({ block: "nearest" });
  return true;
}
