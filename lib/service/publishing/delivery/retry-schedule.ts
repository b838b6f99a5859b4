import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";

/** Attempts in all before a post fails. */
export const maxAttempts = serverOnlyLimits.attempts;

const firstCapMs = 15_000;
const growth = 2.5;
const leastMs = 1_000;
/** The longest postponement, whatever a platform asks for. */
export const maxWaitMs = 24 * 60 * 60_000;

/**
 * Returns the delay before the next attempt, ms: full jitter (a random part of a growing cap), so that posts that
 * failed together are not retried together. The caps add up to 107 minutes, the mean to about 54.
 * @param attempts made so far, 1 after the first
 * @param chance from 0 to 1, a parameter so that the schedule can be tested
 * @param platformDelayMs the delay that the platform asked for; it is a floor, capped at 24 h
 * @returns null if no attempts are left
 */
export function getRetryDelayMs(attempts: number, chance: number, platformDelayMs: number | null): number | null {
  if (attempts >= maxAttempts) return null;
  const cap = firstCapMs * growth ** (Math.max(attempts, 1) - 1);
  const jittered = Math.round(leastMs + chance * (cap - leastMs));
  if (platformDelayMs === null || !Number.isFinite(platformDelayMs) || platformDelayMs <= 0) return jittered;
  return Math.min(Math.max(jittered, platformDelayMs), maxWaitMs);
}

/**
 * Returns the least time from a request without a clear answer to the next one, ms, once the part was repeated
 * `resends` times. A platform that always fails on one text then gets as many requests as one that refuses to answer.
 */
export const getResendPauseMs = (resends: number): number => (resends < 2 ? 0 : firstCapMs * growth ** (resends - 1));

/** Most items appear within this time, even on platforms where absence counts only later. */
const soonMs = 60_000;

/**
 * Returns the delay before the next lookup of a part that was not found, ms.
 * @param absentForMs time since the first answered lookup that did not find it
 * @param believedMs such a time from which the part counts as absent
 */
export function getLookupDelayMs(absentForMs: number, believedMs: number): number {
  return (absentForMs < soonMs ? Math.min(soonMs, believedMs) : believedMs) - absentForMs;
}

/**
 * Parses a `Retry-After` header, seconds or an HTTP date, to ms from `now`. Null for anything else, or a past time.
 * Source: RFC 9110, 10.2.3.
 */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, maxWaitMs);
  if (!/^[A-Z][a-z]{2,8}, /.test(text)) return null;
  const retryAtMs = Date.parse(text);
  if (Number.isNaN(retryAtMs) || retryAtMs <= now.getTime()) return null;
  return Math.min(retryAtMs - now.getTime(), maxWaitMs);
}
