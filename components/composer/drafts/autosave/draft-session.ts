import { getLocalItem, getSessionItem, removeLocalItem } from "#components/composer/browser-storage.ts";
import { getDraftKey, getSentSavesKey, parseSentSaves } from "#components/composer/drafts/draft-storage.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import type { DraftContent } from "#lib/contract/types.ts";
import type { AutosaveState } from "./autosave-reducer.ts";

/** The draft that the page was opened with, as the service had it. */
export type LoadedDraft = {
  id: string;
  version: number;
  savedAt: string;
  draft: ComposerDraft;
  /** Of the post whose change it is: the version it began with. */
  ofVersion: number | null;
};

/** Other words of this draft. `at` is the service's clock; null when another tab of this browser wrote them. */
export type DraftConflict = {
  draft: ComposerDraft;
  version: number;
  at: string | null;
  gone: null | { is: "deleted" } | { is: "sent"; postIds: readonly string[] };
};

/** What a tab is writing now, and where it stands: `version` is that of an edited post, `base` the draft's own. */
export type CurrentDraft = { id: string | null; draft: ComposerDraft | null; version: number | null; base: number };

/** What a tab has at hand: what it writes, and how that is kept. */
export type DraftSession = {
  writing: CurrentDraft;
  /** What is kept here is what the service has. */
  isClean: boolean;
  /** When the service saved it last, by its own clock. */
  savedAt: string | null;
  /** Something was written since it was kept. */
  isDirty: boolean;
  /** What an earlier page of this tab sent to be saved, and did not stay to hear of: found on the service, it is our own. */
  sent: readonly DraftContent[];
  /** Another tab keeps other words of it: nothing is written over them. */
  isBlocked: boolean;
};

/** Where the words at hand are: `unkept` for the moment between a key and the storage, `unsaved` while they are here alone. */
export type DraftSaveState = "unkept" | "unsaved" | "saved";
export const getSaveState = ({ isDirty, isClean }: DraftSession): DraftSaveState =>
  isDirty ? "unkept" : isClean ? "saved" : "unsaved";

/** What the line of saving needs to know. */
export type SyncStatus = Pick<AutosaveState<DraftContent>, "wanted" | "flight" | "trouble" | "savedAt">;
type ComparableSyncStatus = Pick<AutosaveState<unknown>, keyof SyncStatus>;
/** Whether the line says the same of both: with each key there are other words to save, and nothing else to tell. */
export const isSameSyncStatus = (one: ComparableSyncStatus, other: ComparableSyncStatus): boolean =>
  (one.wanted === null) === (other.wanted === null) &&
  (one.flight === null) === (other.flight === null) &&
  one.trouble === other.trouble &&
  one.savedAt === other.savedAt;
export const createSyncStatus = (savedAt: string | null): SyncStatus => ({
  wanted: null,
  flight: null,
  trouble: null,
  savedAt,
});

export type DraftAutosaveOptions = {
  memberId: string;
  /** Null for what is new; else what it begins with. */
  place: string | null;
  /** The post whose change this is. */
  postId: string | null;
  opened: LoadedDraft | null;
  /** Whether the service keeps drafts. */
  canSave: boolean;
  /** Words of this draft that were changed elsewhere while nothing here was unsaved. */
  onTaken: (draft: ComposerDraft) => void;
};

/** Ms between a keystroke and the draft being kept; less than half a second is lost when the browser dies. */
export const localSaveDelayMs = 400;

/** Nothing is begun. */
export const noCurrentDraft: CurrentDraft = { id: null, draft: null, version: null, base: 0 };

/** Where this draft is found again, here and on another device. */
export function getComposeUrl(postId: string | null, draftId: string | null): string {
  const search = new URLSearchParams();
  if (postId !== null) search.set("post", postId);
  if (draftId !== null) search.set("draft", draftId);
  return search.size === 0 ? "/compose" : `/compose?${search}`;
}

/** The address says which draft it is, so that a reload and another device find it. */
export function replaceComposeUrl(address: string): void {
  if (location.pathname === "/compose" && location.pathname + location.search !== address) {
    history.replaceState(null, "", address);
  }
}

/** Brings words to the service that no tab is writing any more, and then drops their copy `name` in this browser. */
export async function saveInBackground(
  name: string,
  left: { id: string; base: number; content: DraftContent },
): Promise<void> {
  const { createAutosave: makeSaver } = await import("./autosave.ts");
  const saver = makeSaver({
    ...{ id: left.id, version: left.base, savedAt: null, sent: [] },
    onChange: (saves) => removeLocalCopyIfSaved(name, saves),
  });
  saver.changed(left.content);
  saver.flush();
}

/** The service has it all: the copy in this browser is not needed. */
export function removeLocalCopyIfSaved(
  name: string,
  { wanted, flight, clash, savedAt }: AutosaveState<DraftContent>,
): void {
  if (savedAt !== null && !wanted && !flight && !clash) removeLocalItem(name);
}

export const createDraftSession = (writing: CurrentDraft, opened: LoadedDraft | null): DraftSession => ({
  ...{ writing, isClean: opened !== null, savedAt: opened?.savedAt ?? null },
  ...{ sent: [], isDirty: false, isBlocked: false },
});

/** What the page before this one sent of a draft, and did not stay to hear of. */
export const readSentSaves = (draftId: string): DraftContent[] =>
  parseSentSaves(getSessionItem(getSentSavesKey(draftId)));

/** What a page that was opened with a draft writes. */
export const toCurrentDraft = (opened: LoadedDraft | null): CurrentDraft =>
  opened === null
    ? { ...noCurrentDraft }
    : { id: opened.id, draft: opened.draft, version: opened.ofVersion, base: opened.version };

/** The draft that the address names, where this browser has it: the service may not, or not be there. */
export function findLocalDraftIdFromUrl(memberId: string): string | null {
  const named = new URLSearchParams(location.search).get("draft");
  return named !== null && getLocalItem(getDraftKey(memberId, named)) !== null ? named : null;
}
