/** The visible toasts of changes that can be undone, by the id of the undo. */
export const undoToastIds = new Map<string, number>();
