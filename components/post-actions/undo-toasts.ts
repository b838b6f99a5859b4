/** The visible toasts of changes that can be undone, by the id of the undo. */
export const undoToastIds = new Map<string, number>();

/** The ids of undos whose request has no answer yet: another press must not send them again. */
export const runningUndos = new Set<string>();

/** Undos whose answer was lost: the service may have done them. */
export const unansweredUndos = new Set<string>();
