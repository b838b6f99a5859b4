import type { Account, Found, Io, OutgoingPart, Sent } from "#lib/service/channels/connector";
import { aheadMs, isAbout, pick, pickAddress, pickList, pickText } from "#lib/service/channels/read-answer";
import { keptOf, seeStatus } from "./container.ts";

/** Its clock and ours may differ by this. */
const clocksMs = 6 * 60_000;
const pageSize = 100;
const fields = "id,text,permalink,timestamp,replied_to";

/**
 * The container tells whether it was published; which item it became, the account's own list ("Retrieve and Discover
 * Posts", and "Reply Management" for replies): by text, by what it answers, and by time.
 */
export async function findPart(part: OutgoingPart, account: Account, io: Io): Promise<Found> {
  const { container } = keptOf(part);
  // Of what a restored backup doesn't know it has no container either: then the list alone tells.
  if (!part.restoredAt) {
    if (container === null) return { is: "absent" };
    const seen = await seeStatus(container, account, io);
    if ("refusal" in seen || seen.status === "IN_PROGRESS") return { is: "cannot_tell" };
    if (seen.status !== "PUBLISHED") return { is: "absent" };
  }
  const since = Math.floor((part.startedAt.getTime() - clocksMs) / 1_000);
  const list = part.parent === null ? "threads" : "replies";
  const url = `${account.host}/v1.0/${account.remoteId}/${list}?fields=${fields}&since=${since}&limit=${pageSize}`;
  const answer = await io.call({ url, method: "GET", effect: "read", answerBytesMax: 2_000_000 });
  const items = answer.is === "answer" && answer.status === 200 ? pickList(answer.json, "data") : null;
  const inPlace = items?.filter((item) => {
    if (part.restoredAt && part.others?.includes(pickText(item, "id") ?? "")) return false;
    return part.parent === null || pickText(pick(item, "replied_to"), "id") === part.parent;
  });
  const ours = inPlace?.filter((item) => (pickText(item, "text") ?? "") === part.text);
  const found = ours?.map(readItem).filter((item) => item !== null);
  // Of several with the same words the one nearest to when it was sent.
  const off = ({ at }: Sent) => Math.abs(at.getTime() - part.startedAt.getTime());
  const [nearest] = (found ?? []).toSorted((one, other) => off(one) - off(other));
  if (nearest) return { is: "found", sent: nearest };
  // It is out; the list shows it later. After a restore it may not be, unless the list does not reach far enough.
  if (!part.restoredAt || answer.is !== "answer" || !items || items.length >= pageSize) return { is: "cannot_tell" };
  const ahead = aheadMs(answer, io.now());
  const isAnother = inPlace?.map(readItem).some((item) => item && isAbout(part, item.at, ahead));
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
