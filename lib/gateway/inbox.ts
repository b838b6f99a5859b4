import "server-only";
import { cache } from "react";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { listPosts } from "./posts/list-posts.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity } from "./service-client.ts";

const none = { error: { code: "not_found", message: "This service has no inbox.", status: 404 } } as const;

type InboxView = { state: "open" | "snoozed" | "done"; isEveryone?: boolean };

/**
 * Lists inbox items by cause; `not_found` where the service has no inbox. For everyone, the failed posts of all members
 * and what holds posts are beside the administrator's own other items.
 */
export async function listInbox(
  client: ServiceClient,
  { state, isEveryone = false }: InboxView,
): Promise<Result<InboxItem[]>> {
  const offered = await getServiceCapabilities();
  if (!offered.has("listInbox")) return none;
  if (!offered.has("assignInboxItem")) return state === "snoozed" ? { ok: [] } : client.listInbox({ state });
  // Members who see the plan still have an inbox of their own.
  if (!isEveryone || !(await getInboxPermissions()).everyone) return client.listInbox({ state });
  const [own, all] = await Promise.all([client.listInbox({ state }), client.listInbox({ state, member: "all" })]);
  if (own.error) return own;
  if (all.error) return all;
  const ownUnread = new Set(own.ok.filter(({ unread }) => unread).map(({ key }) => key));
  const items = [
    // Others' failures can't be marked as read, so among everyone's none is unread.
    ...all.ok.map((item) => (item.kind === "post_failed" ? item : { ...item, unread: ownUnread.has(item.key) })),
    ...own.ok.filter((item) => !isInListOfAll(item)),
  ];
  return { ok: items.toSorted((one, other) => other.latest.localeCompare(one.latest)) };
}

/**
 * True for an item that the list of all members has too: under its own key, or as part of the failures that have the same
 * cause.
 */
const isInListOfAll = ({ kind, cause }: InboxItem): boolean =>
  kind === "post_failed" ||
  kind === "posts_held" ||
  (kind === "channel_ending" && cause === "reconnect") ||
  (kind === "sending_paused" && cause === "paused");

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
  const canManage = me.ok?.scopes.includes("posts:manage") === true;
  return {
    mark: mayWrite && offered.has("markInbox"),
    change: mayWrite,
    snooze: mayWrite && offered.has("snoozeInbox"),
    everyone: offered.has("assignInboxItem") && isAdmin(me.ok?.membership.role ?? ""),
    manage: canManage && offered.has("assignInboxItem"),
  };
});
