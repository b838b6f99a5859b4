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
  const all = [...grid.querySelectorAll(daySelector)];
  const day = from.closest(daySelector);
  const at = day ? all.indexOf(day) : -1;
  if (!day || at === -1) return null;
  const own = listFocusTargets(day);
  const within = Math.max(
    0,
    own.indexOf(from.closest<HTMLElement>(focusTargetSelector) ?? own[0] ?? (day as HTMLElement)),
  );
  const inDay = (index: number, spot: number): HTMLElement | null => {
    const other = all[index];
    if (!other) return null;
    const its = listFocusTargets(other);
    return its[spot === -1 ? its.length - 1 : Math.min(spot, its.length - 1)] ?? null;
  };
  const rowStart = at - (at % columns);
  switch (key) {
    case "ArrowLeft":
      return inDay(at - 1, within);
    case "ArrowRight":
      return inDay(at + 1, within);
    case "ArrowUp":
      return within > 0 ? (own[within - 1] ?? null) : inDay(at - columns, -1);
    case "ArrowDown":
      return within < own.length - 1 ? (own[within + 1] ?? null) : inDay(at + columns, 0);
    case "Home":
      return inDay(columns === 1 ? 0 : rowStart, 0);
    case "End":
      return inDay(columns === 1 ? all.length - 1 : Math.min(rowStart + columns, all.length) - 1, 0);
    default:
      return null;
  }
}

/**
 * Makes `spot` the Tab stop; without a `spot` the current Tab stop stays, else the target called `named` becomes it.
 */
export function setTabStop(grid: Element, spot: Element | null, named: string): void {
  const former = grid.querySelector<HTMLElement>(`${focusTargetSelector}[tabindex="0"]`);
  const next =
    spot ?? former ?? grid.querySelector(`[data-spot="${named}"]`) ?? grid.querySelector(focusTargetSelector);
  if (!(next instanceof HTMLElement) || next === former) return;
  if (former) former.tabIndex = -1;
  next.tabIndex = 0;
}

export function moveFocusTo(grid: Element, name: string): boolean {
  const spot = grid.querySelector<HTMLElement>(`[data-spot="${CSS.escape(name)}"]`);
  if (!spot) return false;
  setTabStop(grid, spot, name);
  spot.focus();
  spot.scrollIntoView({ block: "nearest" });
  return true;
}
