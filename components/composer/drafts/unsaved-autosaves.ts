/**
 * The autosaves of this page that go on until the service has their content, also after the author left the composer.
 * Apart from the autosave, so that a list of drafts does not load its code.
 */
export const unsavedAutosaves = new Set<{ id: () => string; end: () => void }>();

/** Ends the saves and retries of a draft that was deleted. A save already in flight still arrives. */
export function endAutosaves(draftId: string): void {
  for (const autosave of unsavedAutosaves) if (autosave.id() === draftId) autosave.end();
}
