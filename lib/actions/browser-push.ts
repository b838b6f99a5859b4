"use server";
import * as z from "zod";
import { inboxEndpoints } from "#lib/contract/endpoints/inbox.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

/** Subscribes this browser to notifications. */
export async function subscribePush(input: unknown): Promise<Result<{ id: string }>> {
  const asked = inboxEndpoints.subscribePush.body.safeParse(input);
  return asked.success ? (await getServiceClient()).subscribePush(asked.data) : toInputFailure(asked.error);
}

const One = z.object({ id: z.string().min(1).max(200) });
/** Unsubscribes a browser from notifications. */
export async function unsubscribePush(input: unknown): Promise<Result<{ id: string; deleted: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).unsubscribePush(asked.data) : toInputFailure(asked.error);
}
