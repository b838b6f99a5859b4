"use server";
import type * as z from "zod";
import type { Result } from "#lib/contract/errors.ts";
import { inboxApi } from "#lib/contract/endpoints/inbox.ts";
import { gateway } from "#lib/gateway/service-client.ts";
import { badInput } from "./input-failure.ts";

const Marks = inboxApi.markInbox.body;
type Marked = z.output<typeof inboxApi.markInbox.data>;

/** Marks items of the inbox as read, unread, done or open again. */
export async function markInbox(input: unknown): Promise<Result<Marked>> {
  const asked = Marks.safeParse(input);
  return asked.success ? (await gateway()).markInbox(asked.data) : badInput(asked.error);
}
