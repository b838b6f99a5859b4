import { expect, test, vi } from "vitest";
import {
  type DashboardSession,
  getCookieMaxAge,
  needsSealRenewal,
  sealSession,
  sessionIdleSeconds,
  sessionMaxSeconds,
  unsealSession,
} from "./session-seal.ts";

// Outside Next's server condition this package throws on import, by design.
vi.mock("server-only", () => ({}));

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
