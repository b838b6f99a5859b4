import { getDraftKey } from "#components/composer/drafts/draft-storage-format.ts";
import { fromDraftContent } from "#components/composer/drafts/from-draft-content.ts";
import { type EditedPostVersion, toDraftContent } from "#components/composer/drafts/to-draft-content.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import type { DraftContent, WorkingDraft } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import type { Autosave } from "./autosave.ts";
import type { AutosaveState } from "./autosave-reducer.ts";
import type { CurrentDraft } from "./current-draft.ts";

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

/** The parts of `AutosaveState` that the save status shows. */
export type SyncStatus = Pick<AutosaveState<DraftContent>, "pending" | "inFlight" | "problem" | "savedAt">;
type ComparableSyncStatus = Pick<AutosaveState<unknown>, keyof SyncStatus>;
/**
 * True if the save status shows the same for both. Each save replaces `pending` with other content, which changes
 * nothing on the page.
 */
export const isSameSyncStatus = (one: ComparableSyncStatus, other: ComparableSyncStatus): boolean =>
  (one.pending === null) === (other.pending === null) &&
  (one.inFlight === null) === (other.inFlight === null) &&
  one.problem === other.problem &&
  one.savedAt === other.savedAt;
export const createSyncStatus = (savedAt: string | null): SyncStatus => ({
  pending: null,
  inFlight: null,
  problem: null,
  savedAt,
});

/** The result of the sync that the page shows. */
type SyncResult = { sync: SyncStatus; conflict: DraftConflict | null };

type DraftSyncDeps = {
  memberId: string;
  /** True if the service stores drafts. */
  canSave: boolean;
  getCurrent: () => CurrentDraft;
  /** Writes the draft to local storage. */
  storeLocally: (isSaved: boolean) => void;
  getResult: () => SyncResult;
  update: (change: Partial<SyncResult>) => void;
  /** Puts the id of a draft that the service has into the page's URL. */
  showUrl: (draftId: string) => void;
  /** Gets a version of this draft that was saved elsewhere while this tab had no unsaved content. */
  onNewer: (draft: ComposerDraft) => void;
};

/**
 * The save of a draft that the tab turned away from. `saving` is null if the service has everything or stores no drafts,
 * and undefined once resolved if nothing can be sent now. `getVersion` gives the draft's last known version.
 */
export type LeftDraft = {
  getVersion: () => number;
  saving: Promise<Autosave | undefined> | Autosave | null;
};

/** Syncs a tab's current draft with the service: saves it and detects conflicts. */
export function createDraftSync(deps: DraftSyncDeps) {
  const { memberId, canSave, getCurrent, storeLocally, getResult, update, showUrl, onNewer } = deps;
  let autosave: Autosave | null = null;

  function onChange(next: AutosaveState<DraftContent>): void {
    const current = getCurrent();
    const isFirst = next.savedAt !== null && next.savedAt !== current.savedAt;
    current.savedAt = next.savedAt;
    if (!isSameSyncStatus(getResult().sync, next)) update({ sync: next });
    if (next.conflict) {
      const { version, at, gone } = next.conflict;
      const draft = autosave?.getConflictingDraft();
      // During a conflict with another device this browser goes on storing the draft. A conflict with another tab
      // blocks that, because it would overwrite the other tab's copy.
      if (at === "") current.isBlocked = true;
      if (draft && !getResult().conflict) {
        update({ conflict: { draft, version, at: at === "" ? null : at, gone } });
      }
      return;
    }
    if (!isFirst || !current.id) return;
    current.base = next.version;
    current.isClean = !next.pending && !next.inFlight && !current.isDirty;
    storeLocally(current.isClean);
    showUrl(current.id);
  }

  /** Calls `then` with the autosave, which is loaded with the first change because the page renders without it. */
  async function withAutosave(then: (autosave: Autosave) => void): Promise<void> {
    const { id, base } = getCurrent();
    if (!canSave || !id) return;
    const loaded = autosave ? null : await import("./autosave.ts").catch(() => null);
    if (loaded && id === getCurrent().id) {
      const { savedAt, sent } = getCurrent();
      const created: Autosave = loaded.createAutosave({
        id,
        version: base,
        savedAt,
        sent,
        // After the tab turned to another draft, the autosave still saves the last content of this one.
        onChange: (next) =>
          autosave === created
            ? onChange(next)
            : loaded.removeLocalCopyIfSaved(getDraftKey(memberId, created.id()), next),
      });
      autosave ??= created;
    }
    if (autosave && id === getCurrent().id) then(autosave);
  }

  function getContent(): DraftContent | null {
    const { draft, post } = getCurrent();
    return draft && toDraftContent(draft, post);
  }

  return {
    save(): void {
      const content = getContent();
      if (content) void withAutosave((one) => one.save(content));
    },

    /** Saves at once, without the autosave's pause. */
    flush: () => void withAutosave((one) => one.flush()),

    /** Starts a conflict with a version on the service or in another tab, and shows both texts. */
    startConflict(conflict: DraftConflict, post: EditedPostVersion): void {
      const { draft, version, at } = conflict;
      update({ conflict });
      const newer = { content: toDraftContent(draft, post), version, at: at ?? "", gone: null };
      void withAutosave((one) => one.startConflict(newer));
    },

    /**
     * Checks for changes elsewhere since this browser stored the draft.
     * @param isForced checks even if this browser never saved the draft
     */
    check(isForced = false): void {
      const onFound = (newer: WorkingDraft | null) => {
        if (!newer) return;
        const draft = fromDraftContent(newer, newId);
        Object.assign(getCurrent(), { base: newer.version, draft, isClean: true });
        update({});
        onNewer(draft);
      };
      if (isForced || getCurrent().base > 0) {
        void withAutosave((one) => void one.check(() => getCurrent().isClean, getContent).then(onFound));
      }
    },

    /** Passes the author's choice to the autosave. */
    resolveConflict(choice: "mine" | "theirs" | "copy"): void {
      const { id } = getCurrent();
      const content = getContent();
      void withAutosave((one) => {
        // The choice comes first, so that the change after it belongs to no conflict.
        one.resolveConflict(choice, id ?? "");
        if (choice !== "theirs" && content) one.save(content);
      });
    },

    /** Forgets the autosave before the tab turns to another draft. @returns the autosave of the previous draft */
    reset(): Autosave | null {
      const previous = autosave;
      autosave = null;
      return previous;
    },

    /** Saves the last content to the service although the tab turns to another draft. */
    leave(): LeftDraft {
      const { id, base, isClean } = getCurrent();
      const [content, previous] = [getContent(), autosave];
      const isUnsaved = id && content && canSave && !isClean;
      if (isUnsaved) previous?.save(content);
      return {
        getVersion: () => previous?.state().version ?? 0,
        saving: isUnsaved
          ? (previous ??
            import("./autosave.ts").then(
              ({ saveLeftDraft }) => saveLeftDraft(getDraftKey(memberId, id), { id, base, content }),
              () => undefined,
            ))
          : null,
      };
    },

    /** Stops saving. @returns true if the service has a version of the draft, or a save is in flight */
    end(): boolean {
      autosave?.end();
      return getCurrent().base > 0 || (autosave?.state().inFlight ?? null) !== null;
    },
  };
}
