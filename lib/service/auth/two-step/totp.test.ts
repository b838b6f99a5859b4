import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { createTotpSecret, findTotpStep, toTotpUri } from "./totp.ts";

const periodMs = 30_000;
const codeAt = (secret: string, ms: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

describe("a TOTP code", () => {
  test("it equals the RFC 6238 value for its secret and time", () => {
    const secret = Secret.fromLatin1("12345678901234567890").base32;
    for (const [seconds, code] of [
      [59, "287082"],
      [1_111_111_109, "081804"],
      [2_000_000_000, "279037"],
    ] as const) {
      expect(findTotpStep(secret, code, new Date(seconds * 1000), null)).toBe(Math.floor(seconds / 30));
    }
  });

  test("it is accepted in its own step and the two adjacent ones, and never at or before the last accepted step", () => {
    const secret = createTotpSecret();
    const step = fc.integer({ min: 1_000, max: 200_000_000 });
    fc.assert(
      fc.property(
        step,
        fc.integer({ min: -4, max: 4 }),
        fc.integer({ min: 0, max: 29_999 }),
        fc.option(fc.integer({ min: -4, max: 4 })),
        (now, offset, withinMs, last) => {
          const code = codeAt(secret, (now + offset) * periodMs);
          // One code in 300,000 is also the code of a neighbouring step.
          const near = [-1, 0, 1].filter((delta) => codeAt(secret, (now + delta) * periodMs) === code);
          fc.pre(near.every((delta) => delta === offset));
          const lastStep = last === null ? null : now + last;
          const found = findTotpStep(secret, code, new Date(now * periodMs + withinMs), lastStep);
          const isNear = Math.abs(offset) <= 1;
          expect(found).toBe(isNear && (lastStep === null || now + offset > lastStep) ? now + offset : null);
        },
      ),
    );
  });

  test("each code is accepted once, in whatever order codes are tried", () => {
    const secret = createTotpSecret();
    const tries = fc.array(
      fc.record({ waitMs: fc.integer({ min: 0, max: 40_000 }), offset: fc.integer({ min: -2, max: 2 }) }),
    );
    fc.assert(
      fc.property(tries, (all) => {
        let nowMs = 1_800_000_000_000;
        let last: number | null = null;
        const accepted: number[] = [];
        for (const { waitMs, offset } of all) {
          nowMs += waitMs;
          const found = findTotpStep(secret, codeAt(secret, nowMs + offset * periodMs), new Date(nowMs), last);
          if (found === null) continue;
          accepted.push(found);
          last = found;
        }
        expect(accepted).toEqual([...new Set(accepted)].sort((a, b) => a - b));
      }),
    );
  });

  test("anything but six digits is rejected", () => {
    const secret = createTotpSecret();
    fc.assert(
      fc.property(fc.string(), (typed) => {
        fc.pre(!/^\d{6}$/.test(typed));
        expect(findTotpStep(secret, typed, new Date(), null)).toBeNull();
      }),
    );
  });
});

test("a secret has 160 random bits, and its URI names issuer and account", () => {
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(secret);
  const uri = toTotpUri(secret, "grace+1@example.org");
  expect(uri).toBe(
    `otpauth://totp/Postwright:grace%2B1%40example.org?issuer=Postwright&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});
