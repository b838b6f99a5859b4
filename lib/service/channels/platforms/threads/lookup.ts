import type {
  ConnectorIo,
  LookupOutcome,
  OutgoingPart,
  PlatformAccount,
  PublishedPart,
} from "#lib/service/channels/core/connector.ts";
import {
  getClockSkewMs,
  getJsonList,
  getJsonText,
  getJsonUrl,
  getJsonValue,
  mayBeEditedPart,
} from "#lib/service/channels/core/platform-response.ts";
import { getContainerStatus, getStoredContainers } from "./media-container.ts";

/** Largest assumed difference between the platform's clock and ours. */
const clocksMs = 6 * 60_000;
/** An item that appears later than this after a request left does not come from that request. */
const afterMs = 60 * 60_000;
/** Items of a page ("Reference, User"). */
const pageSize = 100;
/** An account may publish 1,000 replies and 250 posts a day ("Rate Limiting"): this many pages contain them. */
const pagesMax = 12;
const fields = "id,text,permalink,timestamp,replied_to";

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
  const { container } = getStoredContainers(part);
  let isPublished = false;
  if (!part.restoredAt && container !== null) {
    const seen = await getContainerStatus(container, account, io);
    if ("refusal" in seen || seen.status === "IN_PROGRESS") return { type: "cannot_tell" };
    isPublished = seen.status === "PUBLISHED";
  }
  if (!isPublished && !part.restoredAt && !part.sentBefore?.length) return { type: "absent" };
  const outcomes = new Set<LookupOutcome["type"]>();
  for (const span of getLookupSpans(part)) {
    const found = await lookUpWithin(span, part, account, io);
    if (found.type === "found")
      return { type: "found", sent: { ...found.sent, proof: isPublished ? "key" : "timeline" } };
    outcomes.add(found.type);
  }
  // The part is published; the list shows it later.
  if (isPublished || outcomes.has("cannot_tell")) return { type: "cannot_tell" };
  return { type: outcomes.has("never_tells") ? "never_tells" : "absent" };
}

/** A period in which one or more requests for the part left; after a restored backup the last one reaches up to now. */
type LookupSpan = { fromMs: number; untilMs: number };

/** Returns the periods to search, latest first: the item is most likely there. */
function getLookupSpans({ startedAt, sentBefore = [], restoredAt }: OutgoingPart): LookupSpan[] {
  const untilMs = restoredAt ? Number.POSITIVE_INFINITY : startedAt.getTime() + afterMs;
  const spans: LookupSpan[] = [{ fromMs: startedAt.getTime() - clocksMs, untilMs }];
  for (const at of sentBefore.toReversed()) {
    const next = spans.at(-1);
    const fromMs = at.getTime() - clocksMs;
    const span = { fromMs, untilMs: at.getTime() + afterMs };
    if (next && span.untilMs >= next.fromMs) next.fromMs = Math.min(next.fromMs, fromMs);
    else spans.push(span);
  }
  return spans;
}

/**
 * Searches one period, with `limit`, `since`, `until` and `after` as "Reference, User" has them: `until` may not be in
 * the future.
 */
async function lookUpWithin(
  span: LookupSpan,
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<LookupOutcome> {
  const list = part.parent === null ? "threads" : "replies";
  const params = new URLSearchParams({
    fields,
    since: String(Math.floor(span.fromMs / 1_000)),
    limit: String(pageSize),
    // The platform's clock may be behind ours.
    ...(span.untilMs + clocksMs < io.now().getTime() && { until: String(Math.ceil(span.untilMs / 1_000)) }),
  });
  const found: PublishedPart[] = [];
  let isAnother = false;
  for (let page = 1; page <= pagesMax; page += 1) {
    const url = `${account.host}/v1.0/${account.remoteId}/${list}?${params}`;
    const answer = await io.call({ url, method: "GET", effect: "read", answerBytesMax: 2_000_000 });
    const items = answer.type === "answer" && answer.status === 200 ? getJsonList(answer.json, "data") : null;
    if (answer.type !== "answer" || !items) return { type: "cannot_tell" };
    const ahead = getClockSkewMs(answer, io.now());
    for (const item of items) {
      if (part.others?.includes(getJsonText(item, "id") ?? "")) continue;
      if (part.parent !== null && getJsonText(getJsonValue(item, "replied_to"), "id") !== part.parent) continue;
      const [read, text] = [parseItem(item), getJsonText(item, "text") ?? ""];
      if (read !== null && text === part.text) found.push(read);
      if (read !== null && mayBeEditedPart(part, { at: read.at, ahead, text })) isAnother = true;
    }
    // "Retrieve and Discover Posts": the cursor of the next page; after the last page there is none, or an empty one.
    const after = items.length > 0 ? getJsonText(answer.json, "paging", "cursors", "after") : null;
    if (after === null) return nearest(found, part) ?? { type: isAnother ? "never_tells" : "absent" };
    params.set("after", after);
  }
  // The pages do not reach far enough.
  return nearest(found, part) ?? { type: "cannot_tell" };
}

/** Returns the item nearest to the request's time, of several with the same text. */
function nearest(found: readonly PublishedPart[], part: OutgoingPart): LookupOutcome | null {
  const sends = [part.startedAt, ...(part.sentBefore ?? [])];
  const off = ({ at }: PublishedPart) => Math.min(...sends.map((sent) => Math.abs(at.getTime() - sent.getTime())));
  const [sent] = found.toSorted((one, other) => off(one) - off(other));
  return sent ? { type: "found", sent } : null;
}

function parseItem(item: unknown): PublishedPart | null {
  const id = getJsonText(item, "id");
  const at = Date.parse(getJsonText(item, "timestamp") ?? "");
  if (id === null || Number.isNaN(at)) return null;
  return { remoteId: id, url: getJsonUrl(item, "permalink"), at: new Date(at), proof: "key" };
}

/**
 * Reads the details of a published item. One failed read is acceptable: only its address and time are lost, not the
 * post.
 */
export async function fetchPublishedPart(
  id: string,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<PublishedPart> {
  const url = `${account.host}/v1.0/${encodeURIComponent(id)}?fields=id,permalink,timestamp`;
  const answer = await io.call({ url, method: "GET", effect: "read" });
  const read = answer.type === "answer" && answer.status === 200 ? parseItem(answer.json) : null;
  return { ...(read ?? { url: null, at: io.now() }), remoteId: id, proof: "answer" };
}
