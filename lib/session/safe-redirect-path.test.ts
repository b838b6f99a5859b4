import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { toSafeRedirectPath } from "./safe-redirect-path.ts";

// Outside Next's server condition this package throws on import, by design.
vi.mock("server-only", () => ({}));

test("a path of this app is accepted as a redirect", () => {
  for (const path of ["/posts", "/posts?status=failed&page=2", "/posts/1#part-2", "/compose?post=a%20b"]) {
    expect(toSafeRedirectPath(path)).toBe(path);
  }
});

test("an address of another host is never accepted", () => {
  for (const evil of [
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/./\\evil.example",
    "/..//evil.example",
    "/%09/../\\evil.example",
    " //evil.example",
    "",
    null,
  ]) {
    expect(toSafeRedirectPath(evil)).toBe("/");
  }
});

test("a browser stays on this host for any input", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("/", "\\", ".", "\t", "e", ":", "@", "%") }));
  fc.assert(
    fc.property(text, (asked) => {
      expect(new URL(toSafeRedirectPath(`/${asked}`), "https://own.example").origin).toBe("https://own.example");
    }),
    { numRuns: 2_000 },
  );
});

test("a redirect never leads to the sign-in form or to an API address", () => {
  for (const path of ["/", "/sign-in?next=/posts", "/setup?token=x", "/read/posts", "/upload", "/v1/me"]) {
    expect(toSafeRedirectPath(path)).toBe("/");
  }
});
