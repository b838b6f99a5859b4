/** The list with one element moved by one place; the same list when it stands at that end already. */
export function moved<T extends { id: string }>(list: readonly T[], id: string, by: -1 | 1): readonly T[] {
  const from = list.findIndex((one) => one.id === id);
  const to = from + by;
  const one = list[from];
  if (!one || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}
