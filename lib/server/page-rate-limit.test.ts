import type { IncomingMessage } from "node:http";
import { sealData } from "iron-session";
import { describe, expect, test } from "vitest";
import { createPageRateLimit } from "./page-rate-limit.ts";

const secret = "the secret that seals in tests, 32 and more";
const page = (cookie?: string, url = "/sign-in") =>
  ({ url, headers: { ...(cookie && { cookie }) } }) as unknown as IncomingMessage;

describe("page rate limit", () => {
  test("pages without a session are limited per address", async () => {
    const limit = createPageRateLimit(secret);
    for (let at = 0; at < 300; at += 1) expect(await limit(page(), "198.51.100.7")).toBeNull();
    expect(await limit(page(), "198.51.100.7")).toBeGreaterThan(0);
    expect(await limit(page(), "198.51.100.8")).toBeNull();
    expect(await limit(page(undefined, "/_next/static/a.js"), "198.51.100.7")).toBeNull();
  });

  test("cookies that this server did not seal do not bypass the limit", async () => {
    const limit = createPageRateLimit(secret);
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
    const limit = createPageRateLimit(secret);
    for (let at = 0; at < 400; at += 1) await limit(page(), "198.51.100.7");
    const cookie = `__Host-pw_session=${encodeURIComponent(await sealData({ key: "x" }, { password: secret, ttl: 60 }))}`;
    for (let at = 0; at < 1_200; at += 1) expect(await limit(page(cookie, "/posts"), "198.51.100.7")).toBeNull();
    expect(await limit(page(cookie, "/posts"), "198.51.100.7")).toBeGreaterThan(0);
  });
});
