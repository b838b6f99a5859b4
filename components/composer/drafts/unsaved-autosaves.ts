/**
 * The autosaves of this page that go on until the service has their content, also after the author left the composer.
 * The set has a file of its own, so that a list of drafts does not load the code of an autosave.
 */
export const unsavedAutosaves = new Set<{ id: () => string; end: () => void }>();

/** Ends the saves and retries of a draft that was deleted. A save already in flight still arrives: `local/withdraw-draft.ts`. */
export function endAutosaves(draftId: string): void {
  for (const autosave of unsavedAutosaves) if (autosave.id() === draftId) autosave.end();
}
