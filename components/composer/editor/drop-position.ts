/** The top and bottom of a row in the window, px. */
export type RowBounds = { top: number; bottom: number };

/**
 * Computes the drop position of a row dragged to height `y`: before the first row whose middle is below `y`.
 * @param from the index of the dragged row, from 0
 * @returns `by`: the number of places to move, 0 for no move; `y`: the height of the line between the two rows
 */
export function getDropPosition(rows: readonly RowBounds[], from: number, y: number): { by: number; y: number } {
  let to = rows.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  if (to === -1) to = rows.length;
  // The positions before and after the row itself both mean no move.
  const by = to > from ? to - from - 1 : to - from;
  const line = to < rows.length ? (rows[to]?.top ?? y) : (rows.at(-1)?.bottom ?? y);
  return { by, y: line };
}
