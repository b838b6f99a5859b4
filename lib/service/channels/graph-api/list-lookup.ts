import type { ConnectorIo, LookupOutcome, OutgoingPart, PublishedPart } from "#lib/service/channels/core/connector.ts";
import {
  getClockSkewMs,
  getJsonList,
  getJsonText,
  getJsonUrl,
  mayBeEditedPart,
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { normalizeUnicode } from "#lib/text/normalise-text.ts";
import { isObjectMissing } from "./graph-errors.ts";

/** Largest assumed difference between the platform's clock and ours. */
const clocksMs = 6 * 60_000;
/** In a list without times an item may be this much older than its request: answers tell the time in whole seconds. */
const beforeMs = 60_000;
/** An item that appears later than this after a request left does not come from that request. */
const afterMs = 60 * 60_000;

/** An account's own list of published items, on a platform of the Graph API. */
export type PublishedList = {
  /** Address of the list, without parameters. */
  url: string;
  /** Fields to read of each item, `id` among them. */
  fields: string;
  /** Names of the fields with the text, the address and the time. */
  names: { text: string; url: string; time: string };
  pageSize: number;
  /** An account can't publish more items a day than this many pages contain. */
  pagesMax: number;
  /** True if the list takes `since` and `until`, seconds; otherwise it is read from its newest item on. */
  hasTimes: boolean;
  /** Tells if an item may be this part, apart from its text and time. */
  isCandidate: (item: unknown) => boolean;
};

/** Looks for the part in the list, by its text and the times of its requests. */
export async function lookUpInList(list: PublishedList, part: OutgoingPart, io: ConnectorIo): Promise<LookupOutcome> {
  const outcomes = new Set<LookupOutcome["type"]>();
  for (const span of getLookupSpans(part)) {
    const found = await lookUpWithin(span, list, part, io);
    if (found.type === "found") return found;
    outcomes.add(found.type);
  }
  if (outcomes.has("cannot_tell")) return { type: "cannot_tell" };
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

/** Searches one period; `until` may not be in the future. */
async function lookUpWithin(
  span: LookupSpan,
  list: PublishedList,
  part: OutgoingPart,
  io: ConnectorIo,
): Promise<LookupOutcome> {
  const params = new URLSearchParams({ fields: list.fields, limit: String(list.pageSize) });
  if (list.hasTimes) {
    params.set("since", String(Math.floor(span.fromMs / 1_000)));
    // The platform's clock may be behind ours.
    if (span.untilMs + clocksMs < io.now().getTime()) params.set("until", String(Math.ceil(span.untilMs / 1_000)));
  }
  const found: PublishedPart[] = [];
  let isAnother = false;
  for (let page = 1; page <= list.pagesMax; page += 1) {
    const answer = await io.call({
      url: `${list.url}?${params}`,
      method: "GET",
      effect: "read",
      answerBytesMax: 2_000_000,
    });
    const items = answer.type === "answer" && answer.status === 200 ? getJsonList(answer.json, "data") : null;
    if (answer.type !== "answer" || !items) return { type: "cannot_tell" };
    const ahead = getClockSkewMs(answer, io.now());
    const sinceMs = span.fromMs + clocksMs + ahead - beforeMs;
    for (const item of items) {
      const [read, text] = [readPublishedItem(item, list.names), getJsonText(item, list.names.text) ?? ""];
      if (read === null) continue;
      if (!list.hasTimes && (read.at.getTime() < sinceMs || read.at.getTime() - ahead > span.untilMs)) continue;
      if (part.others?.includes(read.remoteId) || !list.isCandidate(item)) continue;
      if (normalizeText(text) === normalizeText(part.text)) found.push(read);
      if (mayBeEditedPart(part, { at: read.at, ahead, text })) isAnother = true;
    }
    // A page may begin with pinned items, so only its last one tells that the following pages are older.
    const last = readPublishedItem(items.at(-1), list.names);
    const isPast = !list.hasTimes && last !== null && last.at.getTime() < sinceMs;
    // The cursor of the next page; after the last page there is none, or an empty one.
    const after = items.length > 0 && !isPast ? getJsonText(answer.json, "paging", "cursors", "after") : null;
    if (after === null) return findNearest(found, part) ?? { type: isAnother ? "never_tells" : "absent" };
    params.set("after", after);
  }
  // The pages do not reach far enough.
  return findNearest(found, part) ?? { type: "cannot_tell" };
}

/** No page of Meta says that a text comes back with the same spaces and the same form of its letters. */
const normalizeText = (text: string) => normalizeUnicode(text, "NFC").replace(/\s+/gu, " ").trim();

/** Returns the item nearest to the request's time, of several with the same text. */
function findNearest(found: readonly PublishedPart[], part: OutgoingPart): LookupOutcome | null {
  const sends = [part.startedAt, ...(part.sentBefore ?? [])];
  const off = ({ at }: PublishedPart) => Math.min(...sends.map((sent) => Math.abs(at.getTime() - sent.getTime())));
  const [sent] = found.toSorted((one, other) => off(one) - off(other));
  return sent ? { type: "found", sent } : null;
}

/** Reads an item of a list, or one that was asked for by its id; null if it is none. */
export function readPublishedItem(item: unknown, names: PublishedList["names"]): PublishedPart | null {
  const id = getJsonText(item, "id");
  const at = Date.parse(getJsonText(item, names.time) ?? "");
  if (id === null || Number.isNaN(at)) return null;
  return { remoteId: id, url: getJsonUrl(item, names.url), at: new Date(at), proof: "timeline" };
}

/**
 * Reads the details of a published item. One failed read is acceptable: only its address and time are lost, not the
 * post.
 */
export async function fetchPublishedItem(
  id: string,
  options: { node: string; names: PublishedList["names"] },
  io: ConnectorIo,
): Promise<PublishedPart> {
  const { node, names } = options;
  const answer = await io.call({ url: `${node}?fields=id,${names.url},${names.time}`, method: "GET", effect: "read" });
  const read = answer.type === "answer" && answer.status === 200 ? readPublishedItem(answer.json, names) : null;
  return { ...(read ?? { url: null, at: io.now() }), remoteId: id, proof: "answer" };
}

/**
 * Tells if an item that a deletion did not find is gone. Meta answers alike for an item that the token may not see, so
 * the item is read too, and then the account's lists, which prove that the token sees the account's items and lacks this
 * one.
 */
export async function isItemGone(
  id: string,
  nodes: { item: string; lists: readonly string[] },
  isMissing: (answer: PlatformResponse) => boolean,
  io: ConnectorIo,
): Promise<boolean> {
  const item = await io.call({ url: `${nodes.item}?fields=id`, method: "GET", effect: "read" });
  if (item.type !== "answer" || !(isMissing(item) || isObjectMissing(item))) return false;
  for (const list of nodes.lists) if (!(await lacksItem(list, id, io))) return false;
  return true;
}

const lackPagesMax = 12;

/** Tells if a list was read to its end without the item. A longer list may have it further down. */
async function lacksItem(list: string, id: string, io: ConnectorIo): Promise<boolean> {
  const params = new URLSearchParams({ fields: "id", limit: "100" });
  for (let page = 1; page <= lackPagesMax; page += 1) {
    const answer = await io.call({ url: `${list}?${params}`, method: "GET", effect: "read" });
    const items = answer.type === "answer" && answer.status === 200 ? getJsonList(answer.json, "data") : null;
    if (answer.type !== "answer" || !items || items.some((item) => getJsonText(item, "id") === id)) return false;
    const after = items.length > 0 ? getJsonText(answer.json, "paging", "cursors", "after") : null;
    if (after === null) return true;
    params.set("after", after);
  }
  return false;
}
