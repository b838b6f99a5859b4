import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideWebhookDelivery, getNextWebhookAttemptAt, type WebhookAttempt } from "./webhook-retry.ts";

const now = new Date("2027-01-14T08:30:00Z");
const dayMs = 24 * 60 * 60_000;
const giveUpAt = new Date(now.getTime() + dayMs);
const decide = (outcome: WebhookAttempt["outcome"], more: Partial<WebhookAttempt> = {}) =>
  decideWebhookDelivery({ outcome, number: 1, now, giveUpAt, chance: 0.5, ...more });
const answered = (status: number, retryAfterMs: number | null = null) => ({ status, retryAfterMs });

describe("what comes of an attempt", () => {
  test.each([200, 201, 204, 299])("is delivered by %i alone", (status) => {
    expect(decide(answered(status))).toMatchObject({ state: "delivered", status, error: null, dueAt: null });
  });

  test.each([
    [answered(301), "redirect"],
    [answered(302), "redirect"],
    [answered(400), "400"],
    [answered(401), "secret"],
    [answered(404), "nothing at this address"],
    [answered(429), "pause"],
    [answered(500), "its side"],
    [answered(101), "101"],
    [{ problem: "timeout" as const, why: "It took too long." }, "too long"],
    [{ problem: "unknown" as const, why: "It broke." }, "broke"],
    [{ problem: "refused" as const, why: "It is private." }, "private"],
  ])("is tried again after %j, with a sentence", (outcome, words) => {
    const decision = decide(outcome);
    expect(decision).toMatchObject({ state: "waiting", offReason: null });
    expect(decision.error).toContain(words);
    expect(decision.dueAt?.getTime()).toBe(now.getTime() + 5_000);
  });

  test("is the end of the webhook when it answers 410", () => {
    expect(decide(answered(410))).toMatchObject({ state: "failed", offReason: expect.stringContaining("410") });
  });

  test("is the end of the message when its secret can't be read", () => {
    expect(decide({ broken: "It can't be read." })).toMatchObject({ state: "failed", error: "It can't be read." });
  });

  test("waits as long as the receiver asks, but not beyond the day", () => {
    expect(decide(answered(429, 600_000)).dueAt?.getTime()).toBe(now.getTime() + 600_000);
    expect(decide(answered(429, 30 * dayMs)).dueAt).toEqual(giveUpAt);
  });
});

test("a message that is never acknowledged is tried for 24 h and then no more, ever more slowly", () => {
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

test("a message without a day to wait is tried once", () => {
  expect(decide(answered(500), { giveUpAt: now })).toMatchObject({ state: "failed", dueAt: null });
});
