import type { Account, Found, Io, OutgoingPart, Sent } from "#lib/service/channels/connector";
import { aheadMs, isAbout, pick, pickList, pickText } from "#lib/service/channels/read-answer";
import { idAt, timeOf } from "./ids.ts";

/** What is looked at before the part's own start. */
const beforeMs = 60_000;
/** Its clock may be ahead of ours by this. */
const clocksMs = 10 * 60_000;
/** What came later is not it. An account may write 100 posts in 15 minutes (docs.x.com, rate-limits): this fits our pages. */
const afterMs = 60 * 60_000;
const pagesMax = 5;

export function sentOf(id: string, account: Account, io: Io, proof: Sent["proof"]): Sent {
  const url = `https://x.com/${encodeURIComponent(account.username)}/status/${id}`;
  return { remoteId: id, url, at: timeOf(id) ?? io.now(), proof };
}

/** Some time in which one or more requests for the part left. */
type Span = { fromMs: number; untilMs: number; aheadMax: number };

/**
 * Looks among the account's own posts since the part was sent, and where it was sent before and nobody knows what became of
 * that, also then: what an author has sent again a day later may stand there since the first time.
 */
export async function findPart(part: OutgoingPart, account: Account, io: Io): Promise<Found> {
  const came = new Set<Found["is"]>();
  for (const span of spansOf(part)) {
    const found = await findWithin(span, part, account, io);
    if (found.is === "found") return found;
    came.add(found.is);
  }
  return { is: came.has("cannot_tell") ? "cannot_tell" : came.has("never_tells") ? "never_tells" : "absent" };
}

/** The latest first: it is there most likely, and each look costs. */
function spansOf({ startedAt, sentBefore = [], restoredAt }: OutgoingPart): Span[] {
  const lastMs = restoredAt ? restoredAt.getTime() + clocksMs : startedAt.getTime() + afterMs;
  const aheadMax = (restoredAt ? clocksMs : afterMs) - beforeMs;
  const spans: Span[] = [{ fromMs: startedAt.getTime(), untilMs: lastMs, aheadMax }];
  for (const at of sentBefore.toReversed()) {
    const next = spans.at(-1);
    const fromMs = at.getTime();
    if (next && fromMs + afterMs >= next.fromMs - beforeMs) next.fromMs = Math.min(next.fromMs, fromMs);
    else spans.push({ fromMs, untilMs: fromMs + afterMs, aheadMax: afterMs - beforeMs });
  }
  return spans;
}

/**
 * `GET /2/users/{id}/tweets?since_id&until_id` (docs.x.com, x-api/posts/timelines). Each post read costs, so no more are asked for
 * than that time holds.
 */
async function findWithin(span: Span, part: OutgoingPart, account: Account, io: Io): Promise<Found> {
  let behindMs = 0;
  let next: string | null = null;
  let isSure = true;
  let isAnother = false;
  for (let page = 1; page <= pagesMax; page += 1) {
    const since = new Date(span.fromMs - beforeMs - behindMs);
    const asked = new URLSearchParams({
      since_id: idAt(since),
      until_id: idAt(new Date(span.untilMs)),
      max_results: "100",
      exclude: "retweets",
      "tweet.fields": "entities,referenced_tweets,attachments",
      ...(next && { pagination_token: next }),
    });
    const url = `${account.host}/2/users/${encodeURIComponent(account.remoteId)}/tweets?${asked}`;
    const answer = await io.call({ url, method: "GET", effect: "read", answerBytesMax: 1_000_000 });
    if (answer.is !== "answer" || answer.status !== 200) return { is: "cannot_tell" };
    // Without posts there is no `data`, only a count of none.
    const posts = pickList(answer.json, "data") ?? (pick(answer.json, "meta", "result_count") === 0 ? [] : null);
    if (posts === null) return { is: "cannot_tell" };
    const ahead = aheadMs(answer, io.now());
    if (ahead > span.aheadMax) return { is: "cannot_tell" };
    for (const post of posts) {
      const id = pickText(post, "id");
      if (id === null) return { is: "cannot_tell" };
      // Where X's clock is ahead of ours, older ones come along.
      const posted = timeOf(id);
      const postedAt = posted?.getTime() ?? Number.POSITIVE_INFINITY;
      if (postedAt < span.fromMs + ahead - beforeMs) continue;
      if (part.others?.includes(id)) continue;
      const likeness = compare(post, part);
      if (likeness === "same") return { is: "found", sent: sentOf(id, account, io, "timeline") };
      if (likeness === "cannot_tell") isSure = false;
      const isInPlace = posted !== null && answersOf(post) === part.parent;
      if (isInPlace && isAbout(part, { at: posted, ahead, text: asWritten(post) })) isAnother = true;
    }
    const lateMs = -ahead;
    next = pickText(answer.json, "meta", "next_token");
    if (next !== null) continue;
    // X's clock is behind ours: its ids of that time are smaller.
    if (lateMs > behindMs + 1_000) behindMs = lateMs;
    else return { is: isSure ? (isAnother ? "never_tells" : "absent") : "cannot_tell" };
  }
  return { is: "cannot_tell" };
}

function answersOf(post: unknown): string | null {
  const replied = pickList(post, "referenced_tweets")?.find((one) => pickText(one, "type") === "replied_to");
  return pickText(replied, "id");
}

function compare(post: unknown, part: OutgoingPart): "same" | "other" | "cannot_tell" {
  if (answersOf(post) !== part.parent) return "other";
  if ((pickList(post, "attachments", "media_keys")?.length ?? 0) !== part.images.length) return "other";
  const text = asWritten(post);
  if (flat(text) === flat(part.text)) return "same";
  // A short link of which X does not say where it leads.
  return /https:\/\/t\.co\/\w+/u.test(text) ? "cannot_tell" : "other";
}

/** X shows links as t.co and says in `entities` what they were (openapi `UrlEntity`); those of its own images it adds. */
function asWritten(post: unknown): string {
  let text = pickText(post, "text") ?? "";
  for (const entity of pickList(post, "entities", "urls") ?? []) {
    const short = pickText(entity, "url");
    if (short === null) continue;
    const isImage = pickText(entity, "media_key") !== null;
    text = text.replace(short, () => (isImage ? "" : (pickText(entity, "expanded_url") ?? short)));
  }
  return text.replace(/&lt;/gu, "<").replace(/&gt;/gu, ">").replace(/&amp;/gu, "&");
}

/** A link may have been written without its scheme or its last slash. */
const flat = (text: string) =>
  text
    .normalize("NFC")
    .replace(/https?:\/\//giu, "")
    .replace(/\/(?=\s|$)/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
