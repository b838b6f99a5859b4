"use server";
import * as z from "zod";
import { DraftContent } from "#lib/contract/endpoints/drafts.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { DraftSummary, WorkingDraft } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const id = z.string().min(1).max(100);

/** What a save came to: `newer` is what stands there instead, when it was changed, deleted or sent elsewhere. */
export type SaveDraftResult = Result<DraftSummary> | { ok?: undefined; error?: undefined; newer: WorkingDraft };

const Save = z.object({ id, version: z.int().min(0), kind: z.enum(["draft", "template"]), content: DraftContent });
/** Saves a draft whole over the version that was seen. */
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
/** Reads one draft, whatever became of it. */
export async function readDraft(input: unknown): Promise<Result<WorkingDraft>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).getDraft(asked.data) : toInputFailure(asked.error);
}

/** Deletes a draft; it can be restored. */
export async function deleteDraft(input: unknown): Promise<Result<{ id: string; deleted: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).deleteDraft(asked.data) : toInputFailure(asked.error);
}

/** Brings a deleted draft back. */
export async function restoreDraft(input: unknown): Promise<Result<DraftSummary>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).restoreDraft(asked.data) : toInputFailure(asked.error);
}

const Copy = z.object({ id, newId: id, kind: z.enum(["draft", "template"]) });
/** Makes another of it: a draft from a template, a template from a draft, or one of its own kind. It is of no post. */
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
