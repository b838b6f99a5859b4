"use server";
import * as z from "zod";
import { inboxEndpoints } from "#lib/contract/endpoints/inbox.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

/** Ms a mail server or a push service may take beside our own answer. */
const timeoutMs = 40_000;

/** Sends notices to this browser from now on. */
export async function subscribePush(input: unknown): Promise<Result<{ id: string }>> {
  const asked = inboxEndpoints.subscribePush.body.safeParse(input);
  return asked.success ? (await getServiceClient()).subscribePush(asked.data) : toInputFailure(asked.error);
}

const One = z.object({ id: z.string().min(1).max(200) });
/** Sends no more notices to a browser. */
export async function unsubscribePush(input: unknown): Promise<Result<{ id: string; deleted: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).unsubscribePush(asked.data) : toInputFailure(asked.error);
}

/** Sends oneself a test notice and says what came of it. */
export async function sendTestNotification(input: unknown): Promise<Result<{ sent: boolean; why: string | null }>> {
  const asked = inboxEndpoints.testNotice.body.safeParse(input);
  return asked.success ? (await getServiceClient()).testNotice(asked.data, { timeoutMs }) : toInputFailure(asked.error);
}
