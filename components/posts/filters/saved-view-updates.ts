import type { SavedView } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";

/** Adds a view; a view of the same name is replaced in its place. `id` must be new. */
export function addSavedView(
  views: readonly SavedView[],
  name: string,
  query: string,
  id: string = newId(),
): SavedView[] {
  const existing = views.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!existing) return [...views, { id, name, query }];
  return views.map((one) => (one === existing ? { ...one, name, query } : one));
}

export function renameSavedView(views: readonly SavedView[], id: string, name: string): SavedView[] {
  return views.map((one) => (one.id === id ? { ...one, name } : one));
}

export function removeSavedView(views: readonly SavedView[], id: string): SavedView[] {
  return views.filter((one) => one.id !== id);
}
