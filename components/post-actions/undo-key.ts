let memberId = "";

/** Sets the member whose undos are read and stored. Another member's page is loaded anew. */
export function setUndoMember(id: string): void {
  memberId = id;
}

/** The start of the name of every undo in the browser's storage, of all members. */
export const undoKeyStart = "postwright.undo";

/** Returns the name of an undo in the browser's storage. Each undo has its own, so that no tab overwrites another's. */
export const getUndoKey = (undo: string): string => `${undoKeyStart}.${memberId}.${undo}`;
