import { getDraftKey, parseStoredDraft, type StoredDraft } from "#components/composer/drafts/draft-storage-format.ts";
import { isDraftBlank } from "#components/composer/state/draft.ts";

/** A draft in this browser's storage, with the path that opens it. */
export type LocalDraft = Pick<StoredDraft, "draft" | "keptAtMs" | "base" | "isSaved"> & {
  id: string;
  path: string;
  /** True if the draft replaces a post, which is deleted once this one is created. */
  isReplacement: boolean;
};

type DraftStorage = { names: () => readonly string[]; get: (name: string) => string | null };

/** Lists the drafts of new posts that this browser stores for a member, newest first. */
export function listLocalDrafts(memberId: string, storage: DraftStorage): LocalDraft[] {
  const start = getDraftKey(memberId, "");
  const found = storage.names().flatMap((name): LocalDraft[] => {
    const stored = name.startsWith(start) ? parseStoredDraft(storage.get(name)) : null;
    // An edit of a post is found on the post's page.
    if (!stored || stored.post !== null || isDraftBlank(stored.draft)) return [];
    const id = name.slice(start.length);
    const { draft, keptAtMs, base, isSaved, slot } = stored;
    return [{ id, draft, keptAtMs, base, isSaved, ...getComposePath(id, slot) }];
  });
  return found.sort((one, other) => other.keptAtMs - one.keptAtMs);
}

/** Ms after the last write in which the save of a draft may still be on its way to the service. */
export const saveDelayMs = 2_000;

/** Lists the drafts that only this browser has. The service lists a draft of which it has an older version. */
export function listUnsavedDrafts(memberId: string, storage: DraftStorage, nowMs: number): LocalDraft[] {
  return listLocalDrafts(memberId, storage).filter(
    ({ base, isSaved, keptAtMs }) => base === 0 && !isSaved && nowMs - keptAtMs >= saveDelayMs,
  );
}

/** A draft that began from another post is opened with that post again, so that a replacement stays one. */
function getComposePath(id: string, slot: string | null): Pick<LocalDraft, "path" | "isReplacement"> {
  const [, kind, postId] = /^(again|replaces):(.+)$/s.exec(slot ?? "") ?? [];
  const query = new URLSearchParams();
  if (postId !== undefined) query.set("again", postId);
  if (kind === "replaces") query.set("replaces", "1");
  query.set("draft", id);
  return { path: `/compose?${query}`, isReplacement: kind === "replaces" };
}
