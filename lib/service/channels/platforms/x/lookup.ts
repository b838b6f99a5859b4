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
  getJsonValue,
  mayBeEditedPart,
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { normalizeUnicode } from "#lib/text/normalise-text.ts";

/** X's ids contain their time: milliseconds since 4 November 2010, then 22 bits (docs.x.com, fundamentals/x-ids). */
const epochMs = 1_288_834_974_657n;

/** Returns the smallest id of an instant, for `since_id`. */
function getSnowflakeAt(at: Date): string {
  const ms = BigInt(at.getTime()) - epochMs;
  return String((ms > 0n ? ms : 0n) << 22n);
}

/** Returns the time of an id; null if the text is no id. */
function getSnowflakeTime(id: string): Date | null {
  return /^\d{1,19}$/u.test(id) ? new Date(Number((BigInt(id) >> 22n) + epochMs)) : null;
}

/** The lookup starts this long before the part's own start. */
const beforeMs = 60_000;
/** X's clock may be ahead of ours by this much. */
const clocksMs = 10 * 60_000;
/**
 * A later post is not the part. An account may write 100 posts in 15 minutes (docs.x.com, rate-limits), which fits into
 * our pages.
 */
const afterMs = 60 * 60_000;
const pagesMax = 5;
const linksMax = 100;

export function toPublishedPart(
  id: string,
  account: PlatformAccount,
  io: ConnectorIo,
  proof: PublishedPart["proof"],
): PublishedPart {
  const url = `https://x.com/${encodeURIComponent(account.username)}/status/${id}`;
  return { remoteId: id, url, at: getSnowflakeTime(id) ?? io.now(), proof };
}

/** A period in which one or more requests for the part left. */
type LookupSpan = { fromMs: number; untilMs: number; aheadMax: number };

/**
 * Looks among the account's own posts since the part was sent. It also searches the time of earlier requests with an
 * unknown outcome: a part that its author published again a day later may exist since the first request.
 */
export async function lookUpPart(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<LookupOutcome> {
  const outcomes = new Set<LookupOutcome["type"]>();
  for (const span of getLookupSpans(part)) {
    const found = await findWithin(span, part, account, io);
    if (found.type === "found") return found;
    outcomes.add(found.type);
  }
  return { type: outcomes.has("cannot_tell") ? "cannot_tell" : outcomes.has("never_tells") ? "never_tells" : "absent" };
}

/** Returns the periods to search, latest first: the item is most likely there, and each lookup costs money. */
function getLookupSpans({ startedAt, sentBefore = [], restoredAt }: OutgoingPart): LookupSpan[] {
  const lastMs = restoredAt ? restoredAt.getTime() + clocksMs : startedAt.getTime() + afterMs;
  const aheadMax = (restoredAt ? clocksMs : afterMs) - beforeMs;
  const spans: LookupSpan[] = [{ fromMs: startedAt.getTime(), untilMs: lastMs, aheadMax }];
  for (const at of sentBefore.toReversed()) {
    const next = spans.at(-1);
    const fromMs = at.getTime();
    if (next && fromMs + afterMs >= next.fromMs - beforeMs) next.fromMs = Math.min(next.fromMs, fromMs);
    else spans.push({ fromMs, untilMs: fromMs + afterMs, aheadMax: afterMs - beforeMs });
  }
  return spans;
}

/**
 * Names of the fields that a lookup needs. The names from before openapi 2.167 come first: they still worked in
 * September 2026, and 2.167 has only the others. `conversation_id` has the same name in both: a post that has its own
 * id there is no reply. `text` ends after 280 characters; a subscriber's longer post is complete in `note_tweet`.
 */
const fieldNames = [
  { "tweet.fields": "attachments,conversation_id,entities,note_tweet,referenced_tweets" },
  { "post.fields": "attachments,conversation_id,entities,note_post", expansions: "referenced_posts" },
] as const;

/**
 * Reads a page with the old field names, and again with the new ones if X refuses the old names or ignores them, so
 * that no post shows its reply. The answer in which more posts show it counts.
 */
async function readPage(
  url: string,
  params: Readonly<Record<string, string>>,
  names: { first: number },
  io: ConnectorIo,
): Promise<{ answer: PlatformResponse; posts: readonly unknown[] } | null> {
  let page: { answer: PlatformResponse; posts: readonly unknown[] } | null = null;
  let best = -1;
  for (const [index, fields] of fieldNames.entries()) {
    if (index < names.first) continue;
    const query = new URLSearchParams({ ...params, ...fields });
    const answer = await io.call({ url: `${url}?${query}`, method: "GET", effect: "read", answerBytesMax: 1_000_000 });
    if (answer.type === "answer" && answer.status === 400) continue;
    if (answer.type !== "answer" || answer.status !== 200) return page;
    // Without posts the answer has no `data`, only a count of zero.
    const posts =
      getJsonList(answer.json, "data") ?? (getJsonValue(answer.json, "meta", "result_count") === 0 ? [] : null);
    if (posts === null) return page;
    const telling = posts.filter((post) => getRepliedToId(post) !== undefined).length;
    if (telling > best) {
      page = { answer, posts };
      best = telling;
      names.first = index;
    }
    if (telling === posts.length) return page;
  }
  return page;
}

/**
 * Searches one period, `GET /2/users/{id}/tweets?since_id&until_id` (docs.x.com, x-api/posts/timelines). Each post read
 * costs money, so the request covers only that period. No page says what X answers to an `until_id` that is still to
 * come, so a period that is not over has none: the list then ends now anyway.
 */
async function findWithin(
  span: LookupSpan,
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<LookupOutcome> {
  const url = `${account.host}/2/users/${encodeURIComponent(account.remoteId)}/tweets`;
  const isOver = span.untilMs <= io.now().getTime();
  const names = { first: 0 };
  let behindMs = 0;
  let next: string | null = null;
  let isSure = true;
  let isAnother = false;
  // A list in which no post says what it replies to shows nothing about replies.
  const counts = { yes: 0, no: 0 };
  const absent = (): LookupOutcome => {
    if (!isSure || (counts.yes === 0 && counts.no > 0)) return { type: "cannot_tell" };
    return { type: isAnother ? "never_tells" : "absent" };
  };
  for (let page = 1; page <= pagesMax; page += 1) {
    const since = new Date(span.fromMs - beforeMs - behindMs);
    const params = {
      since_id: getSnowflakeAt(since),
      ...(isOver && { until_id: getSnowflakeAt(new Date(span.untilMs)) }),
      max_results: "100",
      exclude: "retweets",
      ...(next && { pagination_token: next }),
    };
    const listed = await readPage(url, params, names, io);
    if (listed === null) return { type: "cannot_tell" };
    const { answer, posts } = listed;
    const ahead = getClockSkewMs(answer, io.now());
    if (ahead > span.aheadMax) return { type: "cannot_tell" };
    for (const post of posts) {
      const id = getJsonText(post, "id");
      if (id === null) return { type: "cannot_tell" };
      counts[getRepliedToId(post) === undefined ? "no" : "yes"] += 1;
      // If X's clock is ahead of ours, the list has older posts too.
      const posted = getSnowflakeTime(id);
      const postedAt = posted?.getTime() ?? Number.POSITIVE_INFINITY;
      if (postedAt < span.fromMs + ahead - beforeMs) continue;
      if (part.others?.includes(id)) continue;
      const similarity = comparePost(post, part);
      if (similarity === "same") return { type: "found", sent: toPublishedPart(id, account, io, "timeline") };
      if (similarity === "cannot_tell") isSure = false;
      const isReplyToParent = posted !== null && getRepliedToId(post) === part.parent;
      if (isReplyToParent && mayBeEditedPart(part, { at: posted, ahead, text: getOriginalText(post) }))
        isAnother = true;
    }
    const lateMs = -ahead;
    next = getJsonText(answer.json, "meta", "next_token");
    if (next !== null) continue;
    // X's clock is behind ours: its ids of that time are smaller.
    if (lateMs > behindMs + 1_000) behindMs = lateMs;
    else return absent();
  }
  return { type: "cannot_tell" };
}

/** Returns the id of the post that this one replies to; null if it is no reply; undefined if X does not say. */
function getRepliedToId(post: unknown): string | null | undefined {
  const references = getJsonList(post, "referenced_tweets") ?? getJsonList(post, "referenced_posts");
  const replied = references?.find((one) => getJsonText(one, "type") === "replied_to");
  if (replied !== undefined) return getJsonText(replied, "id") ?? undefined;
  const conversation = getJsonText(post, "conversation_id");
  return conversation !== null && conversation === getJsonText(post, "id") ? null : undefined;
}

/**
 * Compares a post with the part. A post with the same text is inconclusive if its reply is unknown or its number of
 * images differs.
 */
function comparePost(post: unknown, part: OutgoingPart): "same" | "other" | "cannot_tell" {
  const answers = getRepliedToId(post);
  if (answers !== undefined && answers !== part.parent) return "other";
  const text = getOriginalText(post);
  const isSame = normalizeText(text) === normalizeText(part.text);
  // X does not say where this short link leads.
  if (!isSame) return /https:\/\/t\.co\/\w+/u.test(text) ? "cannot_tell" : "other";
  const images = getJsonList(post, "attachments", "media_keys")?.length ?? 0;
  return answers === undefined || images !== part.images.length ? "cannot_tell" : "same";
}

/**
 * Returns a post's text with its original links: X shows links as t.co and lists the originals in `entities` (openapi
 * `UrlEntity`); it adds links for its own images.
 */
function getOriginalText(post: unknown): string {
  const note = getJsonValue(post, "note_tweet") ?? getJsonValue(post, "note_post");
  const long = getJsonText(note, "text");
  let text = long ?? getJsonText(post, "text") ?? "";
  // The text is read again for each link: a longer list than any post's must not take the process's time.
  for (const entity of (getJsonList(long === null ? post : note, "entities", "urls") ?? []).slice(0, linksMax)) {
    const short = getJsonText(entity, "url");
    if (short === null) continue;
    const isImage = getJsonText(entity, "media_key") !== null;
    text = text.replace(short, () => (isImage ? "" : (getJsonText(entity, "expanded_url") ?? short)));
  }
  return text.replace(/&lt;/gu, "<").replace(/&gt;/gu, ">").replace(/&amp;/gu, "&");
}

/** Drops the scheme and the last slash of links, which the author may have left out. */
const normalizeText = (text: string) =>
  normalizeUnicode(text, "NFC")
    .replace(/https?:\/\//giu, "")
    .replace(/\/(?=\s|$)/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
