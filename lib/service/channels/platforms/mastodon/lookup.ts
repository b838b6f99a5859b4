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
  getJsonUrl,
  getJsonValue,
  mayBeEditedPart,
  type PlatformResponse,
} from "#lib/service/channels/core/platform-response.ts";
import { mayBeEditedVersion } from "#lib/text/may-be-edited-version.ts";
import { getSoftware, rebuildsSource } from "./server-software.ts";

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
};

/** A tag; one without an end ends before the next one, so that each character is read once. */
const tag = /<[^<>]*>/gu;

/**
 * Returns a status's HTML as the text that readers see: servers write paragraphs, breaks and links whose text has the
 * whole address.
 */
export function htmlToText(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/p>\s*<p[^<>]*>/giu, " ")
    .replace(tag, "")
    .replace(/&(#?\w+);/gu, (whole, name: string) => entities[name.toLowerCase()] ?? whole);
}

const flat = (text: string) => text.replace(/\s+/gu, " ").trim();

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Compares a status with this text on a server that does not return the source. A difference in a text with mentions is
 * inconclusive, because the HTML leaves out the mentioned accounts' servers, and so is one in marks that the server may
 * have read as Markdown, or in what looks like a tag (Pixelfed removes it).
 */
export function compareHtmlText(html: string, text: string): "same" | "other" | "cannot_tell" {
  const shown = htmlToText(html);
  if (flat(shown) === flat(text)) return "same";
  const isAlike = lettersOf(shown) === lettersOf(text) || lettersOf(shown) === lettersOf(text.replace(tag, ""));
  if (/@[^\s@]+@/u.test(text) || isAlike) return "cannot_tell";
  return /[*_~`#>[\]|]|^[^\S\r\n\u2028\u2029]*(?:[-+]|\d+\.)\s/mu.test(text) && mayBeEditedVersion(shown, text)
    ? "cannot_tell"
    : "other";
}

/**
 * Puts the whole address where Friendica shows it without `https://` and cut after 30 bytes (2024.09 and 2026: BBCode,
 * shortenLinkDescription; Strings, getStyledURL).
 */
export function restoreLinks(html: string): string {
  // Two patterns: within one, the attributes of a tag without an end would be read again from each of them.
  return html.replace(/<a\s([^<>]*)>([^<]+)<\/a>/giu, (whole, attributes: string, label: string) => {
    const url = /(?:^|\s)href="(https?:\/\/[^"]+)"/iu.exec(attributes)?.[1];
    const shown = url?.replace(/^https?:\/\/(?:www\.)?/iu, "");
    const isCut = label.endsWith("…") && shown?.startsWith(label.slice(0, -1));
    return url !== undefined && (isCut || label === shown) ? url : whole;
  });
}

/**
 * Tells if a status has the letters of a text up to its first link. Friendica shows a link in several ways: as a video, as
 * an image, as a card.
 */
function hasSameStart(html: string, text: string): boolean {
  const start = /^(.*?)https?:\/\//isu.exec(text)?.[1];
  return start !== undefined && lettersOf(htmlToText(html)).startsWith(lettersOf(start));
}

/**
 * The lookup starts this long before the part's own start, for clock differences and for the whole seconds of a `Date`.
 */
const beforeMs = 60_000;
/**
 * After a restored backup the lookup ends this much later, for a worker of the old database that was still publishing.
 */
const afterMs = 10 * 60_000;
const pageSize = 40;
const pagesMax = 10;
/** The smallest size of a full page (methods/accounts.md#statuses: "Defaults to 20 statuses"). */
const pageLeast = 20;

type Status = { id: string; at: Date; json: unknown };
type TextMatch = "same" | "other" | "cannot_tell";

/** Parses a status (entities/Status.md); null if the JSON is none. */
export function parseStatus(json: unknown): Status | null {
  const id = getJsonText(json, "id");
  const at = new Date(getJsonText(json, "created_at") ?? Number.NaN);
  return id === null || Number.isNaN(at.getTime()) ? null : { id, at, json };
}

export function toPublishedPart(status: Status, proof: PublishedPart["proof"]): PublishedPart {
  return {
    remoteId: status.id,
    url: getJsonUrl(status.json, "url") ?? getJsonUrl(status.json, "uri"),
    at: status.at,
    proof,
  };
}

const readTo = (io: ConnectorIo, url: string): Promise<PlatformResult> =>
  io.call({ url, method: "GET", effect: "read", answerBytesMax: 1_000_000 });

const isGood = (answer: PlatformResult): answer is PlatformResponse =>
  answer.type === "answer" && answer.status === 200;

/**
 * Looks for a part among the account's own statuses since it was sent (methods/accounts.md#statuses), by the server's
 * clock. Servers of this API form ids differently, so the lookup pages back by time, not by a computed id.
 */
export async function lookUpPart(
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<LookupOutcome> {
  // pixelfed ApiV1Controller, accountStatusesById: only statuses without `in_reply_to_id`.
  if (part.parent !== null && getSoftware(account.reportedLimits) === "Pixelfed") return { type: "never_tells" };
  let isSure = true;
  let isAnother = false;
  const absent = (): LookupOutcome => ({ type: isSure ? (isAnother ? "never_tells" : "absent") : "cannot_tell" });
  const firstMs = Math.min(part.startedAt.getTime(), ...(part.sentBefore ?? []).map(Number));
  let maxId: string | null = null;
  let idsBefore = "";
  for (let page = 1; page <= pagesMax; page += 1) {
    const params = new URLSearchParams({
      limit: String(pageSize),
      exclude_reblogs: "true",
      ...(maxId && { max_id: maxId }),
    });
    const answer = await readTo(
      io,
      `${account.host}/api/v1/accounts/${encodeURIComponent(account.remoteId)}/statuses?${params}`,
    );
    const list = isGood(answer) ? getJsonList(answer.json) : null;
    if (!isGood(answer) || list === null) return { type: "cannot_tell" };
    const statuses = list.map(parseStatus);
    if (statuses.includes(null)) return { type: "cannot_tell" };
    const ids = (statuses as Status[]).map(({ id }) => id).join(" ");
    if (ids === idsBefore) {
      // The server ignores `max_id` (snac2): a short page has all statuses, a full one may hide older ones.
      return statuses.length < pageLeast ? absent() : { type: "cannot_tell" };
    }
    idsBefore = ids;
    const ahead = getClockSkewMs(answer, io.now());
    const since = firstMs + ahead - beforeMs;
    const until = part.restoredAt ? part.restoredAt.getTime() + ahead + afterMs : Number.POSITIVE_INFINITY;
    for (const status of statuses as Status[]) {
      if (status.at.getTime() < since) return absent();
      if (status.at.getTime() > until || part.others?.includes(status.id)) continue;
      const similarity = await compare(status, part, account, io);
      if (similarity === "same") return { type: "found", sent: toPublishedPart(status, "timeline") };
      if (similarity === "cannot_tell") isSure = false;
      const text = htmlToText(getJsonText(status.json, "content") ?? "");
      const isOurs = answersOf(status) === part.parent && mayBeOurs(status);
      if (isOurs && mayBeEditedPart(part, { at: status.at, ahead, text })) isAnother = true;
    }
    if (statuses.length === 0) return absent();
    maxId = statuses.at(-1)?.id ?? null;
  }
  // The account has posted so much since that the pages did not reach back to the part.
  return { type: "cannot_tell" };
}

const answersOf = (status: Status): string | null => getJsonText(status.json, "in_reply_to_id");

/**
 * Tells if our application may have posted a status. The author sees the application of a status
 * (entities/Status.md#application), but not on every server.
 */
function mayBeOurs(status: Status): boolean {
  const application = getJsonText(status.json, "application", "name");
  return application === null || application === "Postwright";
}

/**
 * Compares text and reply. Another number of images is inconclusive: a server may have dropped some of ours (snac2), or
 * may not show one yet.
 */
async function compare(
  status: Status,
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<TextMatch> {
  if (answersOf(status) !== part.parent) return "other";
  const similarity = await compareText(status, part, account, io);
  const images = getJsonList(status.json, "media_attachments")?.length ?? 0;
  return similarity === "same" && images !== part.images.length ? "cannot_tell" : similarity;
}

/** Compares the source of the text, not its HTML. */
async function compareText(
  status: Status,
  part: OutgoingPart,
  account: PlatformAccount,
  io: ConnectorIo,
): Promise<TextMatch> {
  // methods/statuses.md#source, since 3.5.
  const isRebuilt = rebuildsSource(getSoftware(account.reportedLimits));
  const answer = await readTo(io, `${account.host}/api/v1/statuses/${encodeURIComponent(status.id)}/source`);
  if (isGood(answer) && typeof getJsonValue(answer.json, "text") === "string") {
    if (String(getJsonValue(answer.json, "text")).trim() === part.text.trim()) return "same";
    if (!isRebuilt) return "other";
  } else if (answer.type !== "answer" || answer.status !== 404) return "cannot_tell";
  // The source is not the author's, the status was removed meanwhile, or the server lacks that method.
  const html = getJsonText(status.json, "content") ?? "";
  if (!isRebuilt) return compareHtmlText(html, part.text);
  const similarity = compareHtmlText(restoreLinks(html), part.text);
  return similarity === "other" && hasSameStart(html, part.text) ? "cannot_tell" : similarity;
}
