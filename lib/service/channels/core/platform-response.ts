import { isSimilarText } from "#lib/text/text-similarity.ts";
import type { OutgoingPart, PlatformResult } from "./connector.ts";

export type PlatformResponse = Extract<PlatformResult, { is: "answer" }>;

/** What stands at a path of an answer; undefined where nothing does. Platforms are not believed to keep to their forms. */
export function getJsonValue(json: unknown, ...path: readonly (string | number)[]): unknown {
  let found = json;
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string | number, unknown>)[name];
  }
  return found;
}

/** Null where it is no text, or empty. An id that comes as a number is none: beyond 2^53 it is no longer itself. */
export function getJsonText(json: unknown, ...path: readonly (string | number)[]): string | null {
  const found = getJsonValue(json, ...path);
  return typeof found === "string" && found !== "" ? found : null;
}

/** Null where it is no whole number above zero. */
export function getJsonCount(json: unknown, ...path: readonly (string | number)[]): number | null {
  const found = getJsonValue(json, ...path);
  return Number.isSafeInteger(found) && (found as number) > 0 ? (found as number) : null;
}

export function getJsonList(json: unknown, ...path: readonly (string | number)[]): readonly unknown[] | null {
  const found = path.length === 0 ? json : getJsonValue(json, ...path);
  return Array.isArray(found) ? found : null;
}

/** An address that may be shown as a link; null for anything else. */
export function getJsonUrl(json: unknown, ...path: readonly (string | number)[]): string | null {
  const found = getJsonText(json, ...path);
  return found !== null && /^https?:\/\//u.test(found) && URL.canParse(found) ? found : null;
}

const quoteMax = 140;
/** As long as no word is, but a key may be. */
const keyLike = /[^\s]{33,}/gu;

/**
 * The other side's own reason, to end a sentence of ours with: ` It says: “…”`, or nothing where it gave none. It is cut to
 * 140 characters, and what a member has no use for is left out: markup, braces, control characters, anything as long as a key.
 */
export function quotePlatformReason(reason: string | null): string {
  const plain = (reason ?? "")
    .replace(/<[^>]*>/gu, " ")
    .replace(keyLike, "…")
    .replace(/[{}<>\\“”"]/gu, "")
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/[.\s]+$/u, "")
    .trim();
  if (plain === "") return "";
  const letters = [...plain];
  return ` It says: “${letters.length > quoteMax ? `${letters.slice(0, quoteMax - 1).join("")}…` : plain}”.`;
}

/** How far the other side's clock is before ours, ms, by the `Date` of its answer (whole seconds); 0 where it told none. */
export function getClockSkewMs(answer: PlatformResponse, now: Date): number {
  const told = Date.parse(answer.headers["date"] ?? "");
  return Number.isNaN(told) ? 0 : told - now.getTime();
}

/**
 * Whether what was posted at `at`, by a clock that is `ahead` ms before ours, may be the part in other words, for an edit that a
 * restored backup does not know: posted about its time, or alike at any time that the backup does not know.
 */
export function mayBeEditedPart(
  part: OutgoingPart,
  { at, ahead, text }: { at: Date; ahead: number; text: string },
): boolean {
  const { about, restoredAt, startedAt } = part;
  if (!about || !restoredAt) return false;
  const atMs = at.getTime() - ahead;
  if (atMs >= about.from.getTime() && atMs <= about.until.getTime()) return true;
  return atMs >= startedAt.getTime() && atMs <= restoredAt.getTime() && isSimilarText(part.text, text);
}
