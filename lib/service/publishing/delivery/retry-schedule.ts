import { limits } from "#lib/contract/limits.ts";

/** Attempts in all before a post is given up. */
export const maxAttempts = limits.attempts;

const firstCapMs = 15_000;
const growth = 2.5;
const leastMs = 1_000;
/** Nothing is put off further than this, whatever a platform asks for. */
export const maxWaitMs = 24 * 60 * 60_000;

/**
 * How long to wait before the next attempt, in ms: full jitter (a random part of a growing cap) so that posts which
 * failed together do not come back together. The caps add up to 107 minutes, the mean to about 54.
 * @param attempts made so far, 1 after the first.
 * @param chance from 0 to 1, given so that the schedule can be tested.
 * @param askedMs what the platform asked for; it is a floor, capped at 24 h.
 * @returns null when the tries are used up.
 */
export function getRetryDelayMs(attempts: number, chance: number, askedMs: number | null): number | null {
  if (attempts >= maxAttempts) return null;
  const cap = firstCapMs * growth ** (Math.max(attempts, 1) - 1);
  const jittered = Math.round(leastMs + chance * (cap - leastMs));
  if (askedMs === null || !Number.isFinite(askedMs) || askedMs <= 0) return jittered;
  return Math.min(Math.max(jittered, askedMs), maxWaitMs);
}

/** Most of what is there shows within this, also where absence is believed later only. */
const soonMs = 60_000;

/**
 * How long to wait before a part that was not found is looked for again, in ms.
 * @param agoMs since it was sent.
 * @param believedMs since it was sent, from when on it is believed to be absent.
 */
export function getLookupDelayMs(agoMs: number, believedMs: number): number {
  return (agoMs < soonMs ? Math.min(soonMs, believedMs) : believedMs) - agoMs;
}

/**
 * What a `Retry-After` header asks for, in ms from `now`: seconds or an HTTP date. Null for what is neither, or past.
 * Source: RFC 9110, 10.2.3.
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxWaitMs);
  if (!/^[A-Z][a-z]{2,8}, /.test(text)) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at) || at <= now.getTime()) return null;
  return Math.min(at - now.getTime(), maxWaitMs);
}
