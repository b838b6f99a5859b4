"use server";
import type * as z from "zod";
import { inboxEndpoints } from "#lib/contract/endpoints/inbox.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const Marks = inboxEndpoints.markInbox.body;
type Marked = z.output<typeof inboxEndpoints.markInbox.data>;

/** Marks items of the inbox as read, unread, done or open again. */
export async function markInbox(input: unknown): Promise<Result<Marked>> {
  const asked = Marks.safeParse(input);
  return asked.success ? (await getServiceClient()).markInbox(asked.data) : toInputFailure(asked.error);
}
