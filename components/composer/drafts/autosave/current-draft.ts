import { getLocalItem, getSessionItem } from "#components/composer/browser-storage.ts";
import {
  getDraftKey,
  getUnansweredSavesKey,
  parseUnansweredSaves,
} from "#components/composer/drafts/draft-storage-format.ts";
import type { EditedPostVersion } from "#components/composer/drafts/to-draft-content.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import type { DraftContent } from "#lib/contract/types.ts";

/** The draft that the page was opened with, as the service stored it. */
export type LoadedDraft = {
  id: string;
  version: number;
  savedAt: string;
  draft: ComposerDraft;
  post: EditedPostVersion;
};

/**
 * The identity of a draft. `slot` is the subject that the draft started from, null for a new post; `post` is the edited
 * post, `base` the draft's own version on the service.
 */
export type DraftReference = {
  id: string | null;
  slot: string | null;
  draft: ComposerDraft | null;
  post: EditedPostVersion;
  base: number;
};

/** The draft that a tab edits, with its save state. */
export type CurrentDraft = DraftReference & {
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

/** Returns the identity of a draft that is not stored yet. `slot` is null for a new post. */
export const createEmptyReference = (slot: string | null): DraftReference => ({
  id: null,
  slot,
  draft: null,
  post: null,
  base: 0,
});

export const createCurrentDraft = (reference: DraftReference): CurrentDraft => ({
  ...reference,
  isClean: false,
  savedAt: null,
  sent: [],
  isDirty: false,
  isBlocked: false,
});

/** Returns the draft that a page opened with `opened` edits. */
export const toCurrentDraft = (opened: LoadedDraft | null, slot: string | null): CurrentDraft => {
  const empty = createCurrentDraft(createEmptyReference(slot));
  if (opened === null) return empty;
  const { version: base, ...rest } = opened;
  return { ...empty, ...rest, base, isClean: true };
};

/**
 * The save state of the draft in view: `unstored` between a keystroke and the write to local storage, `unsaved` while
 * only this browser has the draft.
 */
export type DraftSaveState = "unstored" | "unsaved" | "saved";
export const getSaveState = ({ isDirty, isClean }: CurrentDraft): DraftSaveState =>
  isDirty ? "unstored" : isClean ? "saved" : "unsaved";

/** Reads the contents of a draft that an earlier page of this tab sent without getting an answer. */
export const readUnansweredSaves = (draftId: string): DraftContent[] =>
  parseUnansweredSaves(getSessionItem(getUnansweredSavesKey(draftId)));

/** Returns the URL that opens this draft, on this device or another. */
export function getComposeUrl(postId: string | null, draftId: string | null): string {
  const query = new URLSearchParams();
  if (postId !== null) query.set("post", postId);
  if (draftId !== null) query.set("draft", draftId);
  return query.size === 0 ? "/compose" : `/compose?${query}`;
}

/**
 * Puts the draft into the page's URL, so that a reload and another device find the draft.
 * @param state With its own state Next sees no navigation, so a link pressed before keeps its way. With null Next takes
 * the URL over and drops such a link: only for a page that just opened, whose refresh would bring the old URL back.
 */
export function replaceComposeUrl(url: string, state: unknown = history.state): void {
  const { pathname, search } = location;
  if (pathname === "/compose" && pathname + search !== url) history.replaceState(state, "", url);
}

/**
 * Returns the id of the draft in the URL if this browser has a copy. The service may lack the draft or be unreachable.
 */
export function findLocalDraftIdFromUrl(memberId: string): string | null {
  const id = new URLSearchParams(location.search).get("draft");
  return id !== null && getLocalItem(getDraftKey(memberId, id)) !== null ? id : null;
}
