import "server-only";
import { cookies } from "next/headers";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { listFailedPosts } from "./inbox.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";

/** Holds the time of the newest failure that the inbox of this browser showed, in ms since 1970. */
export const failuresSeenCookie = "pw_failures_seen";

/**
 * Counts open and unread inbox items. Where the service has no inbox, these are the failed posts, and those that this
 * browser's inbox did not show yet.
 */
export async function countInbox(client: ServiceClient): Promise<Result<{ open: number; unread: number }>> {
  if ((await getServiceCapabilities()).has("countInbox")) return await client.countInbox();
  const failed = await listFailedPosts(client);
  if (failed.error) return failed;
  const seenMs = Number((await cookies()).get(failuresSeenCookie)?.value ?? 0) || 0;
  const unread = failed.ok.posts.filter(({ updated_at: failedAt }) => Date.parse(failedAt) > seenMs).length;
  return { ok: { open: failed.ok.pagination.total, unread } };
}
