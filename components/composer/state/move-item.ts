/** Moves one element by some places. @returns the same list if there is no such place */
export function moveItem<T extends { id: string }>(list: readonly T[], id: string, by: number): readonly T[] {
  const from = list.findIndex((one) => one.id === id);
  const to = from + by;
  const one = list[from];
  if (!one || by === 0 || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}
