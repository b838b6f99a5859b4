import "server-only";
import { cache } from "react";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { listPosts } from "./posts/list-posts.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity } from "./service-client.ts";

const none = { error: { code: "not_found", message: "This service has no inbox.", status: 404 } } as const;

/** Lists open or done inbox items by cause; `not_found` where the service has no inbox. */
export async function listInbox(client: ServiceClient, state: "open" | "done"): Promise<Result<InboxItem[]>> {
  return (await getServiceCapabilities()).has("listInbox") ? client.listInbox({ state }) : none;
}

/** Returns true if the service has an inbox. Of another one the failed posts are listed instead. */
export const supportsInbox = async (): Promise<boolean> => (await getServiceCapabilities()).has("listInbox");

/** Lists the member's newest hundred failed posts, with the total. */
export const listFailedPosts = (client: ServiceClient) =>
  listPosts(client, { status: ["failed"], limit: limits.pageSizeMax, offset: 0 });

/** Returns this member's permissions in the inbox. */
export const getInboxPermissions = cache(async () => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  // Another service may have other scope names and refuses by itself.
  const mayWrite = me.ok?.scopes.includes("posts:write") !== false || !offered.has("markInbox");
  return { mark: mayWrite && offered.has("markInbox"), change: mayWrite };
});
