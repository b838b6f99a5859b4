import type { Account, Found, Io, OutgoingPart, Sent } from "#lib/service/channels/connector";
import { aheadMs, isAbout, pick, pickAddress, pickList, pickText } from "#lib/service/channels/read-answer";
import { keptOf, seeStatus } from "./container.ts";

/** Its clock and ours may differ by this. */
const clocksMs = 6 * 60_000;
/** What came later than this is not of an earlier send: an account may publish 250 posts a day ("Rate Limiting"), a page holds 100. */
const afterMs = 60 * 60_000;
const pageSize = 100;
const fields = "id,text,permalink,timestamp,replied_to";

/**
 * The container tells whether it was published; which item it became, the account's own list ("Retrieve and Discover
 * Posts", and "Reply Management" for replies): by text, by what it answers, and by time. Of earlier sends the containers may be
 * forgotten, so of them the list alone tells, as it does after a restore.
 */
export async function findPart(part: OutgoingPart, account: Account, io: Io): Promise<Found> {
  const { container } = keptOf(part);
  let isPublished = false;
  if (!part.restoredAt && container !== null) {
    const seen = await seeStatus(container, account, io);
    if ("refusal" in seen || seen.status === "IN_PROGRESS") return { is: "cannot_tell" };
    isPublished = seen.status === "PUBLISHED";
  }
  if (!isPublished && !part.restoredAt && !part.sentBefore?.length) return { is: "absent" };
  const came = new Set<Found["is"]>();
  for (const span of spansOf(part)) {
    const found = await findWithin(span, part, account, io);
    if (found.is === "found") return { is: "found", sent: { ...found.sent, proof: isPublished ? "key" : "timeline" } };
    came.add(found.is);
  }
  // It is out; the list shows it later.
  if (isPublished || came.has("cannot_tell")) return { is: "cannot_tell" };
  return { is: came.has("never_tells") ? "never_tells" : "absent" };
}

/** Some time in which one or more requests for the part left; `untilMs` null: up to now. */
type Span = { fromMs: number; untilMs: number | null };

/** The latest first: it is there most likely. */
function spansOf({ startedAt, sentBefore = [] }: OutgoingPart): Span[] {
  const spans: Span[] = [{ fromMs: startedAt.getTime() - clocksMs, untilMs: null }];
  for (const at of sentBefore.toReversed()) {
    const next = spans.at(-1);
    const fromMs = at.getTime() - clocksMs;
    const untilMs = at.getTime() + afterMs;
    if (next && untilMs >= next.fromMs) next.fromMs = Math.min(next.fromMs, fromMs);
    else spans.push({ fromMs, untilMs });
  }
  return spans;
}

async function findWithin({ fromMs, untilMs }: Span, part: OutgoingPart, account: Account, io: Io): Promise<Found> {
  const asked = new URLSearchParams({
    ...{ fields, since: String(Math.floor(fromMs / 1_000)), limit: String(pageSize) },
    ...(untilMs !== null && { until: String(Math.ceil(untilMs / 1_000)) }),
  });
  const list = part.parent === null ? "threads" : "replies";
  const url = `${account.host}/v1.0/${account.remoteId}/${list}?${asked}`;
  const answer = await io.call({ url, method: "GET", effect: "read", answerBytesMax: 2_000_000 });
  const items = answer.is === "answer" && answer.status === 200 ? pickList(answer.json, "data") : null;
  if (answer.is !== "answer" || !items) return { is: "cannot_tell" };
  const inPlace = items.filter((item) => {
    if (part.others?.includes(pickText(item, "id") ?? "")) return false;
    return part.parent === null || pickText(pick(item, "replied_to"), "id") === part.parent;
  });
  const ours = inPlace.filter((item) => (pickText(item, "text") ?? "") === part.text);
  const found = ours.map(readItem).filter((item) => item !== null);
  // Of several with the same words the one nearest to when it was sent.
  const sends = [part.startedAt, ...(part.sentBefore ?? [])];
  const off = ({ at }: Sent) => Math.min(...sends.map((sent) => Math.abs(at.getTime() - sent.getTime())));
  const [nearest] = found.toSorted((one, other) => off(one) - off(other));
  if (nearest) return { is: "found", sent: nearest };
  // The list does not reach far enough.
  if (items.length >= pageSize) return { is: "cannot_tell" };
  const ahead = aheadMs(answer, io.now());
  const isAnother = inPlace.some((item) => {
    const read = readItem(item);
    return read !== null && isAbout(part, { at: read.at, ahead, text: pickText(item, "text") ?? "" });
  });
  return { is: isAnother ? "never_tells" : "absent" };
}

function readItem(item: unknown): Sent | null {
  const id = pickText(item, "id");
  const at = Date.parse(pickText(item, "timestamp") ?? "");
  if (id === null || Number.isNaN(at)) return null;
  return { remoteId: id, url: pickAddress(item, "permalink"), at: new Date(at), proof: "key" };
}

/** What is told of an item by its id; its address and time are worth one read, not the post. */
export async function sentOf(id: string, account: Account, io: Io): Promise<Sent> {
  const url = `${account.host}/v1.0/${encodeURIComponent(id)}?fields=id,permalink,timestamp`;
  const answer = await io.call({ url, method: "GET", effect: "read" });
  const read = answer.is === "answer" && answer.status === 200 ? readItem(answer.json) : null;
  return { ...(read ?? { url: null, at: io.now() }), remoteId: id, proof: "answer" };
}
