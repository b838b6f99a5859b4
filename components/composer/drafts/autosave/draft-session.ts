import { getLocalItem, getSessionItem, removeLocalItem } from "#components/composer/browser-storage.ts";
import { getDraftKey, getSentSavesKey, parseSentSaves } from "#components/composer/drafts/draft-storage.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import type { DraftContent } from "#lib/contract/types.ts";
import type { AutosaveState } from "./autosave-reducer.ts";

/** The draft that the page was opened with, as the service stored it. */
export type LoadedDraft = {
  id: string;
  version: number;
  savedAt: string;
  draft: ComposerDraft;
  /** The version of the post that the draft edits, when the edit began. */
  ofVersion: number | null;
};

/**
 * A conflicting version of the draft. `at` is the service's clock; null if another tab of this browser wrote the
 * version.
 */
export type DraftConflict = {
  draft: ComposerDraft;
  version: number;
  at: string | null;
  gone: null | { type: "deleted" } | { type: "sent"; postIds: readonly string[] };
};

/**
 * The draft that a tab edits. `version` is the edited post's version, `base` the draft's own version on the service.
 */
export type CurrentDraft = { id: string | null; draft: ComposerDraft | null; version: number | null; base: number };

/** A tab's current draft and its save state. */
export type DraftSession = {
  writing: CurrentDraft;
  /** True if the service has everything that this browser stored. */
  isClean: boolean;
  /** The time of the last save, by the service's clock. */
  savedAt: string | null;
  /** True if the draft changed after the last write to local storage. */
  isDirty: boolean;
  /**
   * Contents that an earlier page of this tab sent without getting an answer. The same content found on the service is
   * the member's own.
   */
  sent: readonly DraftContent[];
  /** True if another tab stored different content of this draft; this tab then overwrites nothing. */
  isBlocked: boolean;
};

/**
 * The save state of the draft in view: `unkept` between a keystroke and the write to local storage, `unsaved` while
 * only this browser has the draft.
 */
export type DraftSaveState = "unkept" | "unsaved" | "saved";
export const getSaveState = ({ isDirty, isClean }: DraftSession): DraftSaveState =>
  isDirty ? "unkept" : isClean ? "saved" : "unsaved";

/** The parts of `AutosaveState` that the save status shows. */
export type SyncStatus = Pick<AutosaveState<DraftContent>, "wanted" | "flight" | "trouble" | "savedAt">;
type ComparableSyncStatus = Pick<AutosaveState<unknown>, keyof SyncStatus>;
/**
 * True if the save status shows the same for both. Each keystroke replaces `wanted` with other content, which changes
 * nothing on the page.
 */
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
  /** Null for a new post, otherwise the subject that the draft starts from. */
  place: string | null;
  /** The post that the draft edits. */
  postId: string | null;
  opened: LoadedDraft | null;
  /** True if the service stores drafts. */
  canSave: boolean;
  /** Gets a version of this draft that was saved elsewhere while this tab had no unsaved content. */
  onTaken: (draft: ComposerDraft) => void;
};

/** Ms between a keystroke and the write to local storage, so that a browser crash loses less than half a second. */
export const localSaveDelayMs = 400;

export const noCurrentDraft: CurrentDraft = { id: null, draft: null, version: null, base: 0 };

/** Returns the URL that opens this draft, on this device or another. */
export function getComposeUrl(postId: string | null, draftId: string | null): string {
  const search = new URLSearchParams();
  if (postId !== null) search.set("post", postId);
  if (draftId !== null) search.set("draft", draftId);
  return search.size === 0 ? "/compose" : `/compose?${search}`;
}

/** Puts the draft into the page's URL, so that a reload and another device find the draft. */
export function replaceComposeUrl(address: string): void {
  if (location.pathname === "/compose" && location.pathname + location.search !== address) {
    history.replaceState(null, "", address);
  }
}

/** Saves a draft that no tab edits any more to the service, then removes its local copy `name`. */
export async function saveInBackground(
  name: string,
  left: { id: string; base: number; content: DraftContent },
): Promise<void> {
  const { createAutosave: makeSaver } = await import("./autosave.ts");
  const saver = makeSaver({
    id: left.id,
    version: left.base,
    savedAt: null,
    sent: [],
    onChange: (saves) => removeLocalCopyIfSaved(name, saves),
  });
  saver.changed(left.content);
  saver.flush();
}

/** Removes the copy in this browser if the service has everything. */
export function removeLocalCopyIfSaved(
  name: string,
  { wanted, flight, clash, savedAt }: AutosaveState<DraftContent>,
): void {
  if (savedAt !== null && !wanted && !flight && !clash) removeLocalItem(name);
}

export const createDraftSession = (writing: CurrentDraft, opened: LoadedDraft | null): DraftSession => ({
  writing,
  isClean: opened !== null,
  savedAt: opened?.savedAt ?? null,
  sent: [],
  isDirty: false,
  isBlocked: false,
});

/** Reads the contents of a draft that an earlier page of this tab sent without getting an answer. */
export const readSentSaves = (draftId: string): DraftContent[] =>
  parseSentSaves(getSessionItem(getSentSavesKey(draftId)));

/** Returns the draft that a page opened with `opened` edits. */
export const toCurrentDraft = (opened: LoadedDraft | null): CurrentDraft =>
  opened === null
    ? { ...noCurrentDraft }
    : { id: opened.id, draft: opened.draft, version: opened.ofVersion, base: opened.version };

/**
 * Returns the id of the draft in the URL if this browser has a copy. The service may lack the draft or be unreachable.
 */
export function findLocalDraftIdFromUrl(memberId: string): string | null {
  const named = new URLSearchParams(location.search).get("draft");
  return named !== null && getLocalItem(getDraftKey(memberId, named)) !== null ? named : null;
}
