import type {
  ConnectorIo,
  LookupOutcome,
  OutgoingPart,
  PlatformAccount,
  PublishedPart,
} from "#lib/service/channels/core/connector.ts";
import { getJsonText } from "#lib/service/channels/core/platform-response.ts";
import { fetchPublishedItem, lookUpInList } from "#lib/service/channels/graph-api/list-lookup.ts";
import { findPublication } from "#lib/service/channels/graph-api/media-container.ts";
import { threadsContainers } from "./containers.ts";

const names = { text: "text", url: "permalink", time: "timestamp" };

/**
 * Looks a part up. The container's status says if it was published; the account's own list ("Retrieve and Discover
 * Posts", and "Reply Management" for replies) says which item it became, by text, reply and time. Containers of earlier
 * requests may be forgotten, so for those only the list counts, as after a restored backup.
 */
export async function lookUpPart(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<LookupOutcome> {
  const publication = await findPublication(part, { platform: threadsContainers, account, io });
  if (publication === "cannot tell") return { type: "cannot_tell" };
  if (publication === "not published") return { type: "absent" };
  const isPublished = publication === "published";
  // "Reference, User": pages of 100 items, `limit`, `since`, `until` and `after`.
  const list = {
    url: `${account.host}/v1.0/${account.remoteId}/${part.parent === null ? "threads" : "replies"}`,
    fields: "id,text,permalink,timestamp,replied_to",
    names,
    pageSize: 100,
    // An account may publish 1,000 replies and 250 posts a day ("Rate Limiting").
    pagesMax: 12,
    hasTimes: true,
    isCandidate: (item: unknown) => part.parent === null || getJsonText(item, "replied_to", "id") === part.parent,
  };
  const found = await lookUpInList(list, part, io);
  if (found.type === "found")
    return { type: "found", sent: { ...found.sent, proof: isPublished ? "key" : "timeline" } };
  // A part that is published is in the list later; a hidden container may be published.
  return isPublished || (publication === "hidden" && found.type === "absent") ? { type: "cannot_tell" } : found;
}

/** Reads the address and the time of a published item. */
export async function fetchPublishedPart(
  id: string,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PublishedPart> {
  return await fetchPublishedItem(id, { node: `${account.host}/v1.0/${encodeURIComponent(id)}`, names }, io);
}
