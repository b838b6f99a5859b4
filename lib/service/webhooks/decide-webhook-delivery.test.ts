import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/time/time-units.ts";
import { decideWebhookDelivery, getNextWebhookAttemptAt, type WebhookAttempt } from "./decide-webhook-delivery.ts";

const now = new Date("2027-01-14T08:30:00Z");
const giveUpAt = new Date(now.getTime() + dayMs);
const decide = (outcome: WebhookAttempt["outcome"], more: Partial<WebhookAttempt> = {}) =>
  decideWebhookDelivery({ outcome, number: 1, now, giveUpAt, chance: 0.5, ...more });
const answered = (status: number, retryAfterMs: number | null = null) => ({ status, retryAfterMs });

describe("outcome of an attempt", () => {
  test.each([200, 201, 204, 299])("status %i counts as delivered", (status) => {
    expect(decide(answered(status))).toMatchObject({ state: "delivered", status, error: null, dueAt: null });
  });

  test.each([
    [answered(301), "redirect"],
    [answered(302), "redirect"],
    [answered(400), "400"],
    [answered(401), "secret"],
    [answered(404), "nothing at this address"],
    [answered(429), "too many requests"],
    [answered(500), "has a problem"],
    [answered(101), "101"],
    [{ problem: "timeout" as const, why: "It took too long." }, "too long"],
    [{ problem: "unknown" as const, why: "It broke." }, "broke"],
    [{ problem: "refused" as const, why: "It is private." }, "private"],
  ])("%j leads to a retry with a message", (outcome, words) => {
    const decision = decide(outcome);
    expect(decision).toMatchObject({ state: "waiting", offReason: null });
    expect(decision.error).toContain(words);
    expect(decision.dueAt?.getTime()).toBe(now.getTime() + 5_000);
  });

  test("an answer of 410 switches the webhook off", () => {
    expect(decide(answered(410))).toMatchObject({ state: "failed", offReason: expect.stringContaining("410") });
  });

  test("an unreadable secret fails the message without a retry", () => {
    expect(decide({ broken: "It can't be read." })).toMatchObject({ state: "failed", error: "It can't be read." });
  });

  test("a Retry-After is respected, but not beyond 24 hours", () => {
    expect(decide(answered(429, 600_000)).dueAt?.getTime()).toBe(now.getTime() + 600_000);
    expect(decide(answered(429, 30 * dayMs)).dueAt).toEqual(giveUpAt);
  });
});

test("an unacknowledged message is retried for 24 h at growing intervals, then given up", () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  fc.assert(
    fc.property(
      fc.array(chance, { minLength: 40, maxLength: 40 }),
      fc.integer({ min: 0, max: 15_000 }),
      (chances, tookMs) => {
        const pauses: number[] = [];
        let at = now;
        for (const [index, each] of chances.entries()) {
          const asked = new Date(at.getTime() + tookMs);
          const next = getNextWebhookAttemptAt({ number: index + 1, now: asked, giveUpAt, chance: each });
          if (next === null) break;
          expect(next.getTime()).toBeLessThanOrEqual(giveUpAt.getTime());
          pauses.push(next.getTime() - asked.getTime());
          at = next;
        }
        // The last attempt is in the last hours of the day, the first ones are within seconds.
        expect(giveUpAt.getTime() - at.getTime()).toBeLessThan(dayMs / 6);
        expect(pauses.length).toBeGreaterThanOrEqual(10);
        expect(pauses.length).toBeLessThanOrEqual(25);
        expect(pauses[0]).toBeGreaterThanOrEqual(4_000);
        expect(pauses[0]).toBeLessThanOrEqual(6_000);
        for (const pause of pauses) expect(pause).toBeLessThanOrEqual(3.6 * 60 * 60_000);
      },
    ),
  );
});

test("a message without a retry period is tried once", () => {
  expect(decide(answered(500), { giveUpAt: now })).toMatchObject({ state: "failed", dueAt: null });
});
