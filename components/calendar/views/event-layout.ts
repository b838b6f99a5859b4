/** An item's position in a day's column: `minute` after midnight, `column` of `columnCount` side by side. */
export type LaidOutEvent<T> = { item: T; minute: number; column: number; columnCount: number };

/**
 * Lays out overlapping items side by side. Each item takes `lengthMinutes` of height; items that overlap in a chain
 * share the same number of columns, so that none is hidden and widths agree.
 * @param items in any order, with the minute at which each begins
 */
export function layOutEvents<T>(
  items: readonly { item: T; minute: number }[],
  lengthMinutes: number,
): LaidOutEvent<T>[] {
  const sorted = [...items].sort((one, other) => one.minute - other.minute);
  const events: LaidOutEvent<T>[] = [];
  let cluster: LaidOutEvent<T>[] = [];
  let columnEnds: number[] = [];
  const closeCluster = () => {
    for (const event of cluster) event.columnCount = columnEnds.length;
    events.push(...cluster);
    cluster = [];
    columnEnds = [];
  };
  for (const { item, minute } of sorted) {
    if (cluster.length > 0 && columnEnds.every((end) => end <= minute)) closeCluster();
    const freeColumn = columnEnds.findIndex((end) => end <= minute);
    const column = freeColumn === -1 ? columnEnds.length : freeColumn;
    columnEnds[column] = minute + lengthMinutes;
    cluster.push({ item, minute, column, columnCount: 0 });
  }
  closeCluster();
  return events;
}

/**
 * Returns where a free slot is drawn: at its minute, or below the item that would cover it. A slot that would have to
 * move further than one item, or over another slot, stays at its minute.
 * @param minutes at which items begin
 * @param slotMinutes at which free slots begin, this one too
 */
export function placeFreeSlot(
  slotMinute: number,
  minutes: readonly number[],
  slotMinutes: readonly number[],
  lengthMinutes: number,
): number {
  let place = slotMinute;
  for (const minute of minutes.toSorted((one, other) => one - other)) {
    if (minute <= place && place < minute + lengthMinutes) place = minute + lengthMinutes;
  }
  const isTaken = slotMinutes.some((other) => other !== slotMinute && Math.abs(other - place) < lengthMinutes);
  return isTaken || place - slotMinute > lengthMinutes ? slotMinute : place;
}

/** Items that don't fit beside the others: behind “+N more”, at the minute of the first of them. */
export type OverflowGroup<T> = { items: T[]; minute: number; column: number; columnCount: number };

/**
 * Keeps at most `maxColumns` items side by side: where more overlap, the last column holds the rest as “+N more”.
 * @param events result of `layOutEvents` with the same `lengthMinutes`
 * @param onlyCounts true if the last column has space for a count only
 */
export function collapseOverflow<T>(
  events: readonly LaidOutEvent<T>[],
  lengthMinutes: number,
  maxColumns: number,
  onlyCounts = false,
): { visible: LaidOutEvent<T>[]; overflow: OverflowGroup<T>[] } {
  const position = { column: maxColumns - 1, columnCount: maxColumns };
  const visible: LaidOutEvent<T>[] = [];
  const overflow: OverflowGroup<T>[] = [];
  for (const event of events) {
    const last = overflow.at(-1);
    if (event.columnCount <= maxColumns - (onlyCounts ? 1 : 0)) visible.push(event);
    else if (event.column < maxColumns - 1) visible.push({ ...event, columnCount: maxColumns });
    else if (last && event.minute - last.minute < lengthMinutes) last.items.push(event.item);
    else overflow.push({ items: [event.item], minute: event.minute, ...position });
  }
  if (onlyCounts) return { visible, overflow };
  // A single item needs the same space as its count would.
  const singles = overflow.filter(({ items }) => items.length === 1);
  for (const { items, minute } of singles) for (const item of items) visible.push({ item, minute, ...position });
  return { visible, overflow: overflow.filter(({ items }) => items.length > 1) };
}
