/**
 * Which posts are chosen. `all` means every post that matches, on the other pages too; `ids` then holds those of this
 * page. `anchor` is the row pressed last, from
 * which Shift counts.
 */
export type PostRowSelection = { ids: ReadonlySet<string>; anchor: string | null; all: boolean };

export const emptySelection: PostRowSelection = { ids: new Set(), anchor: null, all: false };

/** One row chosen or let go. Who lets one of all go has chosen the others of this page. */
export function selectPost(selection: PostRowSelection, id: string, isChosen: boolean): PostRowSelection {
  const ids = new Set(selection.ids);
  if (isChosen) ids.add(id);
  else ids.delete(id);
  return { ids, anchor: id, all: selection.all && isChosen };
}

/** Every row from the anchor to `id`, both included, is as `id` is to be. `order` is that of the page. */
export function selectPostRange(
  selection: PostRowSelection,
  id: string,
  isChosen: boolean,
  order: readonly string[],
): PostRowSelection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from === -1 || to === -1) return selectPost(selection, id, isChosen);
  const ids = new Set(selection.ids);
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (isChosen) ids.add(one);
    else ids.delete(one);
  }
  return { ids, anchor: id, all: selection.all && isChosen };
}

/** Every row of the page, or none. */
export function selectPage(order: readonly string[], isChosen: boolean): PostRowSelection {
  return isChosen ? { ids: new Set(order), anchor: null, all: false } : emptySelection;
}

/** Every post that matches. */
export function selectAllMatching(order: readonly string[]): PostRowSelection {
  return { ids: new Set(order), anchor: null, all: true };
}

/** What is left of a selection when the page has changed before one's eyes: a row that is gone is chosen no longer. */
export function pruneSelection(selection: PostRowSelection, order: readonly string[]): PostRowSelection {
  if (selection.ids.size === 0) return selection;
  const here = new Set(order);
  const ids = new Set([...selection.ids].filter((id) => here.has(id)));
  return ids.size === selection.ids.size ? selection : { ...selection, ids };
}
