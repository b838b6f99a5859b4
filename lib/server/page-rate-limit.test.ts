import type { IncomingMessage } from "node:http";
import { sealData } from "iron-session";
import { describe, expect, test } from "vitest";
import { sealCookie, sealSession, sessionIdleSeconds } from "#lib/cookie-seal.ts";
import { createPageRateLimit } from "./page-rate-limit.ts";

const secret = "the secret that seals in tests, 32 and more";
const sealNew = async (sessionId: string | null, nowMs = Date.now()) =>
  encodeURIComponent(await sealSession({ key: "pw_abc", sessionId, openedAtMs: nowMs, sealedAtMs: nowMs }, secret));
const page = (cookie?: string, url = "/sign-in") =>
  ({ url, headers: { ...(cookie && { cookie }) } }) as unknown as IncomingMessage;

/** Returns the seconds to wait, or null. */
function createLimit() {
  const limit = createPageRateLimit(secret);
  return async (...sent: Parameters<typeof limit>) => (await limit(...sent)).waitSeconds;
}

describe("page rate limit", () => {
  test("a stranger's body counts by its bytes, a member's by more of them", async () => {
    const limit = createLimit();
    for (let at = 0; at < 60; at += 1) expect(await limit(page(), "198.51.100.7", 16_384)).toBeNull();
    expect(await limit(page(), "198.51.100.7", 16_384)).toBeGreaterThan(0);
    const cookie = `pw_session=${await sealNew("s1")}`;
    for (let at = 0; at < 18; at += 1)
      expect(await limit(page(cookie, "/compose"), "198.51.100.7", 1_048_576)).toBeNull();
    expect(await limit(page(cookie, "/compose"), "198.51.100.7", 1_048_576)).toBeGreaterThan(0);
    const other = `pw_session=${await sealNew("s2")}`;
    for (let at = 0; at < 200; at += 1)
      expect(await limit(page(other, "/upload"), "198.51.100.7", 10_000_000)).toBeNull();
  });

  test("pages without a session are limited per address", async () => {
    const limit = createLimit();
    for (let at = 0; at < 300; at += 1) expect(await limit(page(), "198.51.100.7")).toBeNull();
    expect(await limit(page(), "198.51.100.7")).toBeGreaterThan(0);
    expect(await limit(page(), "198.51.100.8")).toBeNull();
    expect(await limit(page(undefined, "/_next/static/a.js"), "198.51.100.7")).toBeNull();
  });

  test("cookies that this server did not seal do not bypass the limit", async () => {
    const limit = createLimit();
    const foreign = await sealData({ key: "x" }, { password: "another secret, of 32 characters too", ttl: 60 });
    const waits: (number | null)[] = [];
    for (let at = 0; at < 302; at += 1) {
      const value = [foreign, `Fe26.2*${at}`, "%E0%A4%A", "x"][at % 4];
      waits.push(await limit(page(`pw_session=${value}`), "198.51.100.7"));
    }
    expect(waits.slice(0, 300).every((wait) => wait === null)).toBe(true);
    expect(waits.at(-1)).toBeGreaterThan(0);
  });

  test("a signed-in member has a separate limit from the address", async () => {
    const limit = createLimit();
    for (let at = 0; at < 400; at += 1) await limit(page(), "198.51.100.7");
    const cookie = `__Host-pw_session=${await sealNew("s1")}`;
    for (let at = 0; at < 1_200; at += 1) expect(await limit(page(cookie, "/posts"), "198.51.100.7")).toBeNull();
    expect(await limit(page(cookie, "/posts"), "198.51.100.7")).toBeGreaterThan(0);
    // A new seal of the same session is the same session; so are the seals of a key's session without a row.
    expect(await limit(page(`pw_session=${await sealNew("s1")}`, "/posts"), "198.51.100.7")).toBeGreaterThan(0);
    expect(await limit(page(`pw_session=${await sealNew("s2")}`, "/posts"), "198.51.100.7")).toBeNull();
  });

  test("a cookie sealed for another purpose, and a session at its end, count for the address", async () => {
    const limit = createLimit();
    for (let at = 0; at < 300; at += 1) await limit(page(), "198.51.100.7");
    const nowMs = Date.now();
    const session = { key: "pw_abc", sessionId: "s1", openedAtMs: nowMs, sealedAtMs: nowMs };
    for (const value of [
      await sealCookie({ sentence: "Told" }, { secret, purpose: "flash message", ttlSeconds: 60 }),
      await sealCookie({ ticket: "t", next: "/" }, { secret, purpose: "second step", ttlSeconds: 600 }),
      // Even with the fields of a session.
      await sealCookie(session, { secret, purpose: "flash message", ttlSeconds: 60 }),
      // As version 0.1 sealed it.
      await sealData({ sentence: "Told" }, { password: secret, ttl: 60 }),
    ]) {
      const cookie = `pw_session=${encodeURIComponent(value)}`;
      expect(await limit(page(cookie), "198.51.100.7")).toBeGreaterThan(0);
    }
    const ended = await sealNew("s3", nowMs - (sessionIdleSeconds + 60) * 1000);
    expect(await limit(page(`pw_session=${ended}`), "198.51.100.7")).toBeGreaterThan(0);
    expect(await limit(page(`pw_session=${await sealNew("s3")}`), "198.51.100.7")).toBeNull();
  });
});
