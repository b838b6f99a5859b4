/** By dialog or popover: the element that had the focus before it opened, and the ones before that. */
export const openersByOverlay = new WeakMap<Element, readonly Element[]>();

/**
 * Returns the focused element; when that is in a dialog or popover that the next one may replace, also the elements
 * focused before.
 */
export function findOpeners(): readonly Element[] {
  const active = document.activeElement;
  const around = active?.closest("[data-dialog], [data-popover]");
  return [...(active ? [active] : []), ...((around && openersByOverlay.get(around)) ?? [])];
}
