import { sealData } from "iron-session";
import { expect, test } from "vitest";
import * as z from "zod";
import {
  type DashboardSession,
  getCookieMaxAge,
  needsSealRenewal,
  sealCookie,
  sealSession,
  sessionIdleSeconds,
  sessionMaxSeconds,
  unsealCookie,
  unsealSession,
} from "./cookie-seal.ts";

const secret = "a secret of at least thirty-two characters";
const nowMs = Date.now();
const session: DashboardSession = { key: "pw_abc", sessionId: "s1", openedAtMs: nowMs, sealedAtMs: nowMs };

test("a sealed session is read back unchanged", async () => {
  expect(await unsealSession(await sealSession(session, secret), secret, nowMs)).toEqual(session);
});

test("the cookie's value reveals nothing about the API key", async () => {
  expect(await sealSession(session, secret)).not.toContain("pw_abc");
});

test("a changed seal, another secret or an invalid value signs nobody in", async () => {
  const value = await sealSession(session, secret);
  const changed = `${value.slice(0, 60)}${value[60] === "a" ? "b" : "a"}${value.slice(61)}`;
  expect(await unsealSession(changed, secret, nowMs)).toBeNull();
  expect(await unsealSession(value, "another secret of thirty-two characters", nowMs)).toBeNull();
  for (const nonsense of ["", "x", "Fe26.2*1*a*b*c", "{}"])
    expect(await unsealSession(nonsense, secret, nowMs)).toBeNull();
});

test("a session ends after a week without use and after thirty days at the latest", async () => {
  const value = await sealSession(session, secret);
  expect(await unsealSession(value, secret, nowMs + (sessionIdleSeconds - 60) * 1000)).not.toBeNull();
  expect(await unsealSession(value, secret, nowMs + (sessionIdleSeconds + 60) * 1000)).toBeNull();
  const old = { ...session, openedAtMs: nowMs - (sessionMaxSeconds + 1) * 1000 };
  expect(await unsealSession(await sealSession(old, secret), secret, nowMs)).toBeNull();
});

test("a seal is renewed after a day of use and its cookie never outlives the thirty days", () => {
  expect(needsSealRenewal(session, nowMs + 60_000)).toBe(false);
  expect(needsSealRenewal(session, nowMs + 25 * 60 * 60 * 1000)).toBe(true);
  expect(getCookieMaxAge(session, nowMs)).toBe(sessionIdleSeconds);
  expect(getCookieMaxAge({ ...session, openedAtMs: nowMs - (sessionMaxSeconds - 60) * 1000 }, nowMs)).toBe(60);
  expect(getCookieMaxAge({ ...session, openedAtMs: nowMs - 2 * sessionMaxSeconds * 1000 }, nowMs)).toBe(0);
});

test("a value sealed for one purpose is never read for another, whatever its fields", async () => {
  const purposes = ["session", "flash message", "second step"] as const;
  const schema = z.object({ key: z.string() });
  for (const purpose of purposes) {
    const value = await sealCookie(session, { secret, purpose, ttlSeconds: 60 });
    for (const other of purposes) {
      const read = await unsealCookie(value, schema, { secret, purpose: other, ttlSeconds: 60 });
      expect([purpose, other, read !== null]).toEqual([purpose, other, purpose === other]);
    }
    // SECRET itself seals nothing any more.
    expect(value.startsWith("Fe26.2*2*")).toBe(true);
  }
});

test("a session sealed with SECRET itself, as version 0.1 did, stays open, and no other cookie from then does", async () => {
  const old = await sealData(session, { password: secret, ttl: sessionIdleSeconds });
  expect(await unsealSession(old, secret, nowMs)).toEqual(session);
  expect(await unsealSession(old, secret, nowMs + (sessionIdleSeconds + 60) * 1000)).toBeNull();
  const step = { ticket: "t", next: "/" };
  const other = await sealData(step, { password: secret, ttl: 60 });
  expect(await unsealSession(other, secret, nowMs)).toBeNull();
  const options = { secret, purpose: "second step", ttlSeconds: 60 } as const;
  const schema = z.object({ ticket: z.string() });
  expect(await unsealCookie(other, schema, options)).toBeNull();
  expect(await unsealCookie(await sealCookie(step, options), schema, options)).toEqual({ ticket: "t" });
});
