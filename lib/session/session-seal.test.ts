import { expect, test, vi } from "vitest";
import { absoluteSeconds, cookieSeconds, idleSeconds, needsRenewal, type Session, seal, unseal } from "./session-seal.ts";

// Outside Next's server condition this package throws on import, by design.
vi.mock("server-only", () => ({}));

const secret = "a secret of at least thirty-two characters";
const nowMs = Date.now();
const session: Session = { key: "pw_abc", sessionId: "s1", openedAtMs: nowMs, sealedAtMs: nowMs };

test("a sealed session is read back as it was", async () => {
  expect(await unseal(await seal(session, secret), secret, nowMs)).toEqual(session);
});

test("the cookie's value tells nothing of the key", async () => {
  expect(await seal(session, secret)).not.toContain("pw_abc");
});

test("a changed seal, another secret, or a value that is no seal signs nobody in", async () => {
  const value = await seal(session, secret);
  const changed = `${value.slice(0, 60)}${value[60] === "a" ? "b" : "a"}${value.slice(61)}`;
  expect(await unseal(changed, secret, nowMs)).toBeNull();
  expect(await unseal(value, "another secret of thirty-two characters", nowMs)).toBeNull();
  for (const nonsense of ["", "x", "Fe26.2*1*a*b*c", "{}"]) expect(await unseal(nonsense, secret, nowMs)).toBeNull();
});

test("a session ends after a week unused and after thirty days in any case", async () => {
  const value = await seal(session, secret);
  expect(await unseal(value, secret, nowMs + (idleSeconds - 60) * 1000)).not.toBeNull();
  expect(await unseal(value, secret, nowMs + (idleSeconds + 60) * 1000)).toBeNull();
  const old = { ...session, openedAtMs: nowMs - (absoluteSeconds + 1) * 1000 };
  expect(await unseal(await seal(old, secret), secret, nowMs)).toBeNull();
});

test("a seal is made anew after a day of use, and its cookie never outlives the thirty days", () => {
  expect(needsRenewal(session, nowMs + 60_000)).toBe(false);
  expect(needsRenewal(session, nowMs + 25 * 60 * 60 * 1000)).toBe(true);
  expect(cookieSeconds(session, nowMs)).toBe(idleSeconds);
  expect(cookieSeconds({ ...session, openedAtMs: nowMs - (absoluteSeconds - 60) * 1000 }, nowMs)).toBe(60);
  expect(cookieSeconds({ ...session, openedAtMs: nowMs - 2 * absoluteSeconds * 1000 }, nowMs)).toBe(0);
});
