/**
 * The selected posts. `all` means every matching post, on other pages too; `ids` then holds those of this page.
 * `anchor` is the last pressed row, the start of a Shift range.
 */
export type PostListSelection = { ids: ReadonlySet<string>; anchor: string | null; all: boolean };

export const emptySelection: PostListSelection = { ids: new Set(), anchor: null, all: false };

/** Selects or deselects one row. After "all", deselecting one row leaves the other rows of this page selected. */
export function selectPost(selection: PostListSelection, id: string, isSelected: boolean): PostListSelection {
  const ids = new Set(selection.ids);
  if (isSelected) ids.add(id);
  else ids.delete(id);
  return { ids, anchor: id, all: selection.all && isSelected };
}

/** Selects or deselects every row from the anchor to `id`, both included. `order` is the page's order. */
export function selectPostRange(
  selection: PostListSelection,
  id: string,
  isSelected: boolean,
  order: readonly string[],
): PostListSelection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) return selectPost(selection, id, isSelected);
  const ids = new Set(selection.ids);
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isSelected) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id, all: selection.all && isSelected };
}

/** Selects every row of the page, or none. */
export function selectPage(order: readonly string[], isSelected: boolean): PostListSelection {
  return isSelected ? { ids: new Set(order), anchor: null, all: false } : emptySelection;
}

/** Selects every matching post. */
export function selectAllMatching(order: readonly string[]): PostListSelection {
  return { ids: new Set(order), anchor: null, all: true };
}

/** Removes rows from the selection that are no longer on the page after an update. */
export function pruneSelection(selection: PostListSelection, order: readonly string[]): PostListSelection {
  if (selection.ids.size === 0) return selection;
  const pageIds = new Set(order);
  const ids = new Set([...selection.ids].filter((id) => pageIds.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
