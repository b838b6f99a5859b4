import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAllowedHosts } from "./allowed-hosts.ts";
import { loadOrCreateCookieSecret } from "./cookie-secret.ts";
import { buildContentSecurityPolicy } from "./http-headers.ts";

test("the cookie secret is created once with owner-only permissions and read on the next start", () => {
  const folder = mkdtempSync(join(tmpdir(), "pw-secret-"));
  const first = loadOrCreateCookieSecret(join(folder, "data"));
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(loadOrCreateCookieSecret(join(folder, "data"))).toBe(first);
  expect(statSync(join(folder, "data", "secret")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, "data", "secret"), "utf8")).toBe(first);
});

test("a damaged cookie secret stops the start", () => {
  const folder = mkdtempSync(join(tmpdir(), "pw-secret-"));
  writeFileSync(join(folder, "secret"), "short");
  expect(() => loadOrCreateCookieSecret(folder)).toThrow(/is damaged\. Delete it/);
});

test("only allowed hosts have an origin", () => {
  const local = createAllowedHosts({ publicUrl: undefined, host: "127.0.0.1", port: 3000 });
  expect(local.main).toBe("http://localhost:3000");
  expect(local.originOf("localhost:3000")).toBe("http://localhost:3000");
  expect(local.originOf("127.0.0.1:3000")).toBe("http://127.0.0.1:3000");
  for (const host of [
    undefined,
    "",
    "localhost",
    "localhost:3001",
    "evil.invalid:3000",
    "localhost:3000@evil.invalid",
  ]) {
    expect(local.originOf(host)).toBeNull();
  }
  const named = createAllowedHosts({ publicUrl: "https://posts.example.org/", host: "0.0.0.0", port: 3000 });
  expect(named.originOf("POSTS.example.org")).toBe("https://posts.example.org");
  for (const same of ["posts.example.org:443", "Posts.Example.org.", "posts.example.org.:443"])
    expect(named.originOf(same)).toBe("https://posts.example.org");
  for (const other of ["localhost:3000", "posts.example.org:80", "posts.example.org:444", "x.posts.example.org", "a b"])
    expect(named.originOf(other)).toBeNull();
  const six = createAllowedHosts({ publicUrl: "http://[2001:DB8::1]", host: "::", port: 3000 });
  expect([six.originOf("[2001:db8:0::1]:80"), six.originOf("[2001:db8::2]")]).toEqual(["http://[2001:db8::1]", null]);
  const plain = createAllowedHosts({ publicUrl: undefined, host: "127.0.0.1", port: 80 });
  expect([plain.originOf("localhost:80"), plain.originOf("LOCALHOST")]).toEqual([
    "http://localhost",
    "http://localhost",
  ]);
  const listened = createAllowedHosts({ publicUrl: undefined, host: "192.0.2.7", port: 8080 });
  expect(listened.originOf("192.0.2.7:8080")).toBe("http://192.0.2.7:8080");
});

test("the content security policy allows no inline script and no other origin", () => {
  const policy = buildContentSecurityPolicy("abc", {
    dev: false,
    remote: false,
    secure: true,
    media: "https://posts.example.org",
  });
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy.replace("img-src 'self' https://posts.example.org", "")).not.toMatch(/https?:\/\//);
  expect(policy).toContain("frame-ancestors 'none'");
});
