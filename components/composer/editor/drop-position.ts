/** Where a row stands in the window, px. */
export type RowBounds = { top: number; bottom: number };

/**
 * Where a row lands that is dragged to a height: before the first row whose middle lies below it. `by` is how many places
 * it moves, 0 where it is; `y` is where the line between the two rows lies.
 * @param from the dragged row, from 0
 */
export function getDropPosition(rows: readonly RowBounds[], from: number, y: number): { by: number; y: number } {
  let to = rows.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  if (to === -1) to = rows.length;
  // Before itself and behind itself are both where it is.
  const by = to > from ? to - from - 1 : to - from;
  const line = to < rows.length ? (rows[to]?.top ?? y) : (rows.at(-1)?.bottom ?? y);
  return { by, y: line };
}
