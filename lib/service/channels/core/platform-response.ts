import { mayBeEditedVersion } from "#lib/text/may-be-edited-version.ts";
import type { OutgoingPart, PlatformResult } from "./connector.ts";

export type PlatformResponse = Extract<PlatformResult, { type: "answer" }>;

/**
 * Returns the value at a path of an answer; undefined if there is none. Platforms are not trusted to follow their
 * schemas.
 */
export function getJsonValue(json: unknown, ...path: readonly (string | number)[]): unknown {
  let found = json;
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string | number, unknown>)[name];
  }
  return found;
}

/**
 * Returns the text at a path of an answer; null if it is no text, or empty. A numeric id counts as none: beyond 2^53 it
 * has lost digits.
 */
export function getJsonText(json: unknown, ...path: readonly (string | number)[]): string | null {
  const found = getJsonValue(json, ...path);
  return typeof found === "string" && found !== "" ? found : null;
}

/** Returns the number at a path of an answer; null if it is no whole number above zero. */
export function getJsonCount(json: unknown, ...path: readonly (string | number)[]): number | null {
  const found = getJsonValue(json, ...path);
  return Number.isSafeInteger(found) && (found as number) > 0 ? (found as number) : null;
}

export function getJsonList(json: unknown, ...path: readonly (string | number)[]): readonly unknown[] | null {
  const found = path.length === 0 ? json : getJsonValue(json, ...path);
  return Array.isArray(found) ? found : null;
}

/** Returns an address that may be shown as a link; null for anything else. */
export function getJsonUrl(json: unknown, ...path: readonly (string | number)[]): string | null {
  const found = getJsonText(json, ...path);
  return found !== null && /^https?:\/\//u.test(found) && URL.canParse(found) ? found : null;
}

const quoteMax = 140;
/** Characters of a reason that are read: markup of a whole error page may precede what is quoted. */
const reasonMax = 10_000;
/** Matches runs of 33 or more characters: no word is as long, but a key may be. */
const keyLike = /[^\s]{33,}/gu;

/**
 * Quotes the platform's own reason as the end of one of our sentences: ` It says: “…”`, or nothing if it gave none. The
 * quotation is cut to 140 characters and leaves out markup, braces, control characters and anything as long as a key.
 */
export function quotePlatformReason(reason: string | null): string {
  const plain = (reason ?? "")
    .slice(0, reasonMax)
    .replace(/<[^<>]*>/gu, " ")
    .replace(keyLike, "…")
    .replace(/[{}<>\\“”"]/gu, "")
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/(?<![.\s])[.\s]+$/u, "")
    .trim();
  if (plain === "") return "";
  const characters = [...plain];
  return ` It says: “${characters.length > quoteMax ? `${characters.slice(0, quoteMax - 1).join("")}…` : plain}”.`;
}

/**
 * Returns a note for the member if the platform shows fewer images than were sent, as its own answer says; null
 * otherwise.
 */
export function formatMissingImages(name: string, shown: number, sent: number): string | null {
  if (shown >= sent) return null;
  const what = sent === 1 ? "doesn't show the image" : `shows only ${shown} of the ${sent} images`;
  return `${name} ${what}. Check the post there.`;
}

/**
 * Returns how far the platform's clock is ahead of ours, ms, by the `Date` of its answer (whole seconds); 0 without
 * one.
 */
export function getClockSkewMs(answer: PlatformResponse, now: Date): number {
  const serverMs = Date.parse(answer.headers["date"] ?? "");
  return Number.isNaN(serverMs) ? 0 : serverMs - now.getTime();
}

/**
 * Tells if an item may be the part after an edit that a restored backup does not know. That holds for an item posted
 * around the part's due time, and for one with a similar text posted in the period that the backup does not know. `at`
 * is the item's time by a clock that is `ahead` ms ahead of ours.
 */
export function mayBeEditedPart(
  part: OutgoingPart,
  { at, ahead, text }: { at: Date; ahead: number; text: string },
): boolean {
  const { about, restoredAt, startedAt } = part;
  if (!about || !restoredAt) return false;
  const atMs = at.getTime() - ahead;
  if (atMs >= about.from.getTime() && atMs <= about.until.getTime()) return true;
  return atMs >= startedAt.getTime() && atMs <= restoredAt.getTime() && mayBeEditedVersion(part.text, text);
}
