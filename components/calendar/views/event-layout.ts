/** An item's position in a day's column: `minute` after midnight, `lane` of `lanes` side by side. */
export type LaidOutEvent<T> = { item: T; minute: number; lane: number; lanes: number };

/**
 * Lays out overlapping items side by side. Each item takes `lengthMinutes` of height; items that overlap in a chain
 * share the same number of lanes, so that none is hidden and widths agree.
 * @param items in any order, with the minute at which each begins
 */
export function layOutEvents<T>(
  items: readonly { item: T; minute: number }[],
  lengthMinutes: number,
): LaidOutEvent<T>[] {
  const sorted = [...items].sort((one, other) => one.minute - other.minute);
  const laid: LaidOutEvent<T>[] = [];
  let chain: LaidOutEvent<T>[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const one of chain) one.lanes = ends.length;
    laid.push(...chain);
    chain = [];
    ends = [];
  };
  for (const { item, minute } of sorted) {
    if (chain.length > 0 && ends.every((end) => end <= minute)) close();
    const free = ends.findIndex((end) => end <= minute);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = minute + lengthMinutes;
    chain.push({ item, minute, lane, lanes: 0 });
  }
  close();
  return laid;
}

/** Items that don't fit beside the others: behind “+N more”, at the minute of the first of them. */
export type OverflowGroup<T> = { items: T[]; minute: number; lane: number; lanes: number };

/**
 * Keeps at most `lanesMax` items side by side: where more overlap, the last lane holds the rest as “+N more”.
 * @param laid result of `layOutEvents` with the same `lengthMinutes`
 */
export function collapseOverflow<T>(
  laid: readonly LaidOutEvent<T>[],
  lengthMinutes: number,
  lanesMax: number,
): { shown: LaidOutEvent<T>[]; rests: OverflowGroup<T>[] } {
  const place = { lane: lanesMax - 1, lanes: lanesMax };
  const shown: LaidOutEvent<T>[] = [];
  const rests: OverflowGroup<T>[] = [];
  for (const one of laid) {
    const last = rests.at(-1);
    if (one.lanes <= lanesMax) shown.push(one);
    else if (one.lane < lanesMax - 1) shown.push({ ...one, lanes: lanesMax });
    else if (last && one.minute - last.minute < lengthMinutes) last.items.push(one.item);
    else rests.push({ items: [one.item], minute: one.minute, ...place });
  }
  // A single item needs the same space as its count would.
  const alone = rests.filter(({ items }) => items.length === 1);
  for (const { items, minute } of alone) for (const item of items) shown.push({ item, minute, ...place });
  return { shown, rests: rests.filter(({ items }) => items.length > 1) };
}
