"use server";
import { inboxEndpoints } from "#lib/contract/endpoints/inbox.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

/** Timeout in ms: a mail server or a push service may answer slowly, beside our own time. */
const timeoutMs = 40_000;

/** Sends a test notification to the caller and returns the outcome. */
export async function sendTestNotification(input: unknown): Promise<Result<{ sent: boolean; why: string | null }>> {
  const asked = inboxEndpoints.testNotice.body.safeParse(input);
  return asked.success ? (await getServiceClient()).testNotice(asked.data, { timeoutMs }) : toInputFailure(asked.error);
}
