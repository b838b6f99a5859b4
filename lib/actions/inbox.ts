"use server";
import type * as z from "zod";
import { inboxEndpoints } from "#lib/contract/endpoints/inbox.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

const Marks = inboxEndpoints.markInbox.body;
type Marked = z.output<typeof inboxEndpoints.markInbox.data>;

const Assignment = inboxEndpoints.assignInboxItem.body;
const Snooze = inboxEndpoints.snoozeInbox.body;

/** Assigns the failed posts of one cause to a member, or to nobody. */
export async function assignInboxItem(
  input: unknown,
): Promise<Result<z.output<typeof inboxEndpoints.assignInboxItem.data>>> {
  const asked = Assignment.safeParse(input);
  return asked.success ? (await getServiceClient()).assignInboxItem(asked.data) : toInputFailure(asked.error);
}

/** Hides items from the member's inbox until a time. */
export async function snoozeInbox(input: unknown): Promise<Result<z.output<typeof inboxEndpoints.snoozeInbox.data>>> {
  const asked = Snooze.safeParse(input);
  return asked.success ? (await getServiceClient()).snoozeInbox(asked.data) : toInputFailure(asked.error);
}

/** Marks items of the inbox as read, unread, done or open again. */
export async function markInbox(input: unknown): Promise<Result<Marked>> {
  const asked = Marks.safeParse(input);
  return asked.success ? (await getServiceClient()).markInbox(asked.data) : toInputFailure(asked.error);
}
