/** Where something stands in a column of a day: `minute` after midnight, `lane` of `lanes` beside each other. */
export type Laned<T> = { item: T; minute: number; lane: number; lanes: number };

/**
 * Lays out what overlaps side by side. Each item takes `lengthMinutes` of height; those that touch in a chain share the
 * same number of lanes, so that none is hidden and widths agree.
 * @param items in any order, with the minute at which each begins
 */
export function layOut<T>(items: readonly { item: T; minute: number }[], lengthMinutes: number): Laned<T>[] {
  const sorted = [...items].sort((one, other) => one.minute - other.minute);
  const laid: Laned<T>[] = [];
  let chain: Laned<T>[] = [];
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
