import type {
  ConnectorIo,
  LookupOutcome,
  OutgoingPart,
  PlatformAccount,
  PlatformResult,
  PublishedPart,
} from "#lib/service/channels/core/connector.ts";
import {
  getClockSkewMs,
  getJsonList,
  getJsonText,
  getJsonValue,
  mayBeEditedPart,
} from "#lib/service/channels/core/platform-response.ts";
import { normalizeUnicode } from "#lib/text/normalise-text.ts";
import { parseCommentary } from "./commentary.ts";
import { getUrnTime, versionHeaders } from "./responses.ts";

/** The lookup starts this long before the part's own start. */
const beforeMs = 60_000;
/** The lookup goes back no further: for older posts it is no longer known which are other posts of ours. */
const backMs = 3 * 86_400_000;
const perAnswer = 50;
const answersMax = 4;

export const isOrganizationPage = ({ remoteId }: PlatformAccount) => remoteId.startsWith("organization:");

export const toPublishedPart = (urn: string, at: Date, proof: PublishedPart["proof"]): PublishedPart => ({
  remoteId: urn,
  url: `https://www.linkedin.com/feed/update/${urn}/`,
  at,
  proof,
});

/**
 * Looks among a page's own posts since the part was sent ("Posts API", "Find Posts by Authors";
 * `r_organization_social`). LinkedIn shows a person's posts to no application: `r_member_social` is closed.
 */
export async function lookUpPart(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<LookupOutcome> {
  if (!isOrganizationPage(account)) return { type: "never_tells" };
  // If the member published the part again, the item may come from the first request.
  const triedAt = Date.parse(getJsonText(part.prepared, "triedAt") ?? "");
  const firstMs = Math.max(Number.isNaN(triedAt) ? Number.POSITIVE_INFINITY : triedAt, io.now().getTime() - backMs);
  const startedMs = Math.min(part.startedAt.getTime(), firstMs);
  let isAnother = false;
  let isUnsure = false;
  for (let turn = 0; turn < answersMax; turn += 1) {
    const answer = await readPosts(turn, account, io);
    if (answer.type !== "answer") return { type: "cannot_tell" };
    // The application or the member's role lacks the permission, which a repeat does not change.
    if (answer.status === 403) return { type: "never_tells" };
    const posts = answer.status === 200 ? getJsonList(answer.json, "elements") : null;
    if (posts === null) return { type: "cannot_tell" };
    const ahead = getClockSkewMs(answer, io.now());
    const since = startedMs + ahead - beforeMs;
    for (const post of posts) {
      const id = getJsonText(post, "id");
      const at = id === null ? null : getUrnTime(id);
      if (id === null || at === null) return { type: "cannot_tell" };
      if (at.getTime() < since || part.others?.includes(id)) continue;
      const isSameText = hasSameText(post, part);
      if (isSameText && countImages(post) === part.images.length)
        return { type: "found", sent: toPublishedPart(id, at, "timeline") };
      // The same text with other images may be this post: LinkedIn can be late with an image, or drop one.
      if (isSameText) isUnsure = true;
      const text = parseCommentary(getJsonText(post, "commentary") ?? "");
      if (mayBeEditedPart(part, { at, ahead, text })) isAnother = true;
    }
    // The list has the last modified post first, so the posts that follow are older.
    const last = getJsonValue(posts.at(-1), "lastModifiedAt");
    if (posts.length < perAnswer || (typeof last === "number" && last < since))
      return { type: isUnsure ? "cannot_tell" : isAnother ? "never_tells" : "absent" };
  }
  return { type: "cannot_tell" };
}

/** Reads a page's posts, last modified first. */
function readPosts(turn: number, account: PlatformAccount, io: ConnectorIo): Promise<PlatformResult> {
  const author = encodeURIComponent(`urn:li:${account.remoteId}`);
  const paging = `start=${turn * perAnswer}&count=${perAnswer}`;
  return io.call({
    url: `${account.host}/rest/posts?author=${author}&q=author&sortBy=LAST_MODIFIED&${paging}`,
    method: "GET",
    effect: "read",
    answerBytesMax: 2_000_000,
    headers: { ...versionHeaders, "x-restli-method": "FINDER" },
  });
}

const lackAnswersMax = 20;

/** Tells if a page's list was read to its end without the post. A longer list may have it further down. */
export async function lacksPost(urn: string, account: PlatformAccount, io: ConnectorIo): Promise<boolean> {
  if (!isOrganizationPage(account)) return false;
  for (let turn = 0; turn < lackAnswersMax; turn += 1) {
    const answer = await readPosts(turn, account, io);
    const posts = answer.type === "answer" && answer.status === 200 ? getJsonList(answer.json, "elements") : null;
    if (posts === null || posts.some((post) => getJsonText(post, "id") === urn)) return false;
    if (posts.length < perAnswer) return true;
  }
  return false;
}

function countImages(post: unknown): number {
  const several = getJsonList(post, "content", "multiImage", "images");
  return several ? several.length : getJsonText(post, "content", "media", "id") === null ? 0 : 1;
}

function hasSameText(post: unknown, part: OutgoingPart): boolean {
  const commentary = getJsonText(post, "commentary") ?? "";
  return [commentary, parseCommentary(commentary)].some((one) => normalizeText(one) === normalizeText(part.text));
}

const normalizeText = (text: string) => normalizeUnicode(text, "NFC").replace(/\s+/gu, " ").trim();
