/** True when keys pressed in the target edit text and so are no shortcuts. */
export function isEditableTarget(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]), textarea, select"))
  );
}
