/** Whether keys pressed there write into something, and so are not shortcuts. */
export function isEditableTarget(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox],[type=radio]), textarea, select"))
  );
}
