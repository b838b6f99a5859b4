import { expect, test } from "vitest";
import { toSafeHref } from "./safe-href.ts";

test("only http and https addresses, and paths of this site, are linked", () => {
  for (const good of ["https://x.example/1", "http://localhost:3000/practice/a/1", "/practice/a/1"]) {
    expect(toSafeHref(good)).toBe(good);
  }
  for (const bad of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "nothing", "", "ftp://x.example"]) {
    expect(toSafeHref(bad)).toBeNull();
  }
});
