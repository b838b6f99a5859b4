"use server";
import * as z from "zod";
import { DraftContent } from "#lib/contract/endpoints/drafts.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { DraftSummary, WorkingDraft } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const id = z.string().min(1).max(100);

/** The result of a save. `newer` is the current draft if it was changed, deleted or sent elsewhere. */
export type SaveDraftResult = Result<DraftSummary> | { ok?: undefined; error?: undefined; newer: WorkingDraft };

const Save = z.object({ id, version: z.int().min(0), kind: z.enum(["draft", "template"]), content: DraftContent });
/** Saves a whole draft over the version that the browser last read. */
export async function saveDraft(input: unknown): Promise<SaveDraftResult> {
  const asked = Save.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const client = await getServiceClient();
  const saved = await client.saveDraft(asked.data);
  if (saved.error?.code !== "conflict") return saved;
  const newer = await client.getDraft({ id: asked.data.id });
  return newer.error ? saved : { newer: newer.ok };
}

const One = z.object({ id });
/** Reads one draft, including deleted and sent ones. */
export async function readDraft(input: unknown): Promise<Result<WorkingDraft>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).getDraft(asked.data) : toInputFailure(asked.error);
}

/** Deletes a draft; it can be restored. */
export async function deleteDraft(input: unknown): Promise<Result<{ id: string; deleted: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).deleteDraft(asked.data) : toInputFailure(asked.error);
}

/** The content of a draft that stands for a deletion. */
const noContent: z.infer<typeof DraftContent> = {
  parts: [""],
  own: {},
  images: [],
  channels: [],
  when: null,
  points: 0,
  post: null,
};
/** The version of a draft that `withdrawDraft` deleted. */
const withdrawnVersion = 2;

/**
 * Deletes a draft of which the browser knows no version, because its save may have arrived or may arrive later. An id
 * that the service lacks gets a deleted draft without content: a late save then finds the draft deleted.
 * @returns `isKept` true if somebody changed the draft since its first save: that version stays
 */
export async function withdrawDraft(input: unknown): Promise<Result<{ isKept: boolean }>> {
  const asked = One.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { id: draftId } = asked.data;
  const client = await getServiceClient();
  const saved = await client.saveDraft({ id: draftId, version: 0, kind: "draft", content: noContent });
  if (saved.error && saved.error.code !== "conflict") return saved;
  if (saved.error) {
    const found = await client.getDraft({ id: draftId });
    if (found.error) return found;
    const { version, deleted_at: deletedAt, created_post_ids: postIds } = found.ok;
    if (deletedAt !== null || postIds.length > 0) return { ok: { isKept: false } };
    if (version !== 1) return { ok: { isKept: true } };
  }
  const deleted = await client.deleteDraft({ id: draftId });
  return deleted.error ? deleted : { ok: { isKept: false } };
}

const Returned = z.object({ id, content: DraftContent.nullable() });
/**
 * Undoes `withdrawDraft` and saves the content that the browser stored; null if it had no copy any more.
 * @returns `isSaved` false if the service has no draft that `withdrawDraft` deleted: then nothing changes
 */
export async function returnDraft(input: unknown): Promise<Result<{ isSaved: boolean }>> {
  const asked = Returned.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { id: draftId, content } = asked.data;
  const client = await getServiceClient();
  const found = await client.getDraft({ id: draftId });
  if (found.error?.code === "not_found") return { ok: { isSaved: false } };
  if (found.error) return found;
  const { version, deleted_at: deletedAt, created_post_ids: postIds } = found.ok;
  if (version !== withdrawnVersion || deletedAt === null || postIds.length > 0) return { ok: { isSaved: false } };
  const restored = await client.restoreDraft({ id: draftId });
  if (restored.error) return restored;
  const { version: restoredVersion } = restored.ok;
  const saved = content && (await client.saveDraft({ id: draftId, version: restoredVersion, kind: "draft", content }));
  return saved?.error ? saved : { ok: { isSaved: true } };
}

/** A deletion of drafts and of posts with status `draft`; `undo` names the change of the posts. */
export type DeletedDrafts = { draftIds: string[]; postIds: string[]; undo: string | null };

const ids = z.array(id).max(limits.postsPerChange);
const Several = z.object({ draftIds: ids, postIds: ids });
/**
 * Deletes several drafts and posts with status `draft`. What can't be deleted, such as a post that is scheduled by now,
 * is left out of the answer.
 */
export async function deleteDrafts(input: unknown): Promise<Result<DeletedDrafts>> {
  const asked = Several.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { draftIds, postIds } = asked.data;
  const client = await getServiceClient();
  const posts = postIds.map((postId) => ({ id: postId }));
  const deleted = posts.length > 0 ? await client.changePosts({ action: "delete", posts }) : null;
  if (deleted?.error) return deleted;
  const gone = draftIds.length > 0 ? await client.changeDrafts({ action: "delete", ids: draftIds }) : null;
  if (gone?.error) return gone;
  return {
    ok: {
      draftIds: gone?.ok.ids ?? [],
      postIds: deleted?.ok.changed.map((post) => post.id) ?? [],
      undo: deleted?.ok.undo ?? null,
    },
  };
}

const Restored = z.object({ draftIds: ids, undo: z.string().max(200).nullable() });
/** Undoes `deleteDrafts`. */
export async function restoreDrafts(input: unknown): Promise<Result<{ ids: string[] }>> {
  const asked = Restored.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { draftIds, undo } = asked.data;
  const client = await getServiceClient();
  const back = undo === null ? null : await client.undoChange({ id: undo });
  if (back?.error) return back;
  if (draftIds.length === 0) return { ok: { ids: [] } };
  return client.changeDrafts({ action: "restore", ids: draftIds });
}

const Name = z.object({ id, name: z.string().max(200) });
/** Names a draft or template; an empty name removes it. */
export async function renameDraft(input: unknown): Promise<Result<DraftSummary>> {
  const asked = Name.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { id: draftId, name } = asked.data;
  return (await getServiceClient()).renameDraft({ id: draftId, name: name.trim() === "" ? null : name });
}

const Shared = z.object({ id, shared: z.boolean() });
/** Shares a template with everyone in the organization, or stops that. */
export async function shareTemplate(input: unknown): Promise<Result<DraftSummary>> {
  const asked = Shared.safeParse(input);
  return asked.success ? (await getServiceClient()).renameDraft(asked.data) : toInputFailure(asked.error);
}

const Copy = z.object({ id, newId: id, kind: z.enum(["draft", "template"]) });
/**
 * Copies a draft: a draft from a template, a template from a draft, or one of the same kind. The copy belongs to no
 * post.
 */
export async function duplicateDraft(input: unknown): Promise<Result<DraftSummary>> {
  const asked = Copy.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { id: from, newId, kind } = asked.data;
  const client = await getServiceClient();
  const found = await client.getDraft({ id: from });
  if (found.error) return found;
  const there = new Set(found.ok.images.map(({ media }) => media));
  const images = found.ok.content.images.filter(({ media }) => there.has(media.toLowerCase()));
  return client.saveDraft({ id: newId, version: 0, kind, content: { ...found.ok.content, images, post: null } });
}
