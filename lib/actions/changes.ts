"use server";
import * as z from "zod";
import type { Result } from "#lib/contract/errors";
import { BulkChange } from "#lib/contract/post-resources";
import type { BulkAnswer } from "#lib/contract/types";
import { offeredAbilities } from "#lib/gateway/abilities";
import { gateway } from "#lib/gateway/gateway";
import { badInput } from "./bad-input.ts";
import { changeEach, undoEach } from "./change-each.ts";

/** Ms for a thousand posts. */
const timeoutMs = 30_000;

/** Does one thing to many posts; each is done or refused by itself. One at a time where the service knows no other way. */
export async function changePosts(input: unknown): Promise<Result<BulkAnswer>> {
  const asked = BulkChange.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  const [client, offered] = await Promise.all([gateway(), offeredAbilities()]);
  if (offered.has("changePosts")) return client.changePosts(asked.data, { timeoutMs });
  return changeEach(client, asked.data, offered.has("restorePost"));
}

const Undo = z.object({ undo: z.string().min(1).max(50_000) });
/** Takes a change back; `undo` is what `changePosts` answered. */
export async function undoChange(input: unknown): Promise<Result<BulkAnswer>> {
  const asked = Undo.safeParse(input);
  if (!asked.success) return badInput(asked.error);
  const client = await gateway();
  const each = await undoEach(client, asked.data.undo);
  return each ?? client.undoChange({ id: asked.data.undo }, { timeoutMs });
}
