import { expect, test } from "vitest";
import { makeSealer } from "./sealer.ts";

const sealer = makeSealer("a secret of at least 32 characters");
const place = "webhooks:1:secret";

test("a sealed value opens at its own place and tells nothing by itself", () => {
  const sealed = sealer.seal("whsec_grüße", place);
  expect(sealer.open(sealed, place)).toBe("whsec_grüße");
  expect(sealed).not.toContain("whsec");
  expect(sealer.seal("whsec_grüße", place)).not.toBe(sealed);
});

test("a value that was moved, changed, or sealed under another secret does not open", () => {
  const sealed = sealer.seal("value", place);
  expect(sealer.open(sealed, "webhooks:2:secret")).toBeNull();
  expect(makeSealer("another secret of 32 characters ...").open(sealed, place)).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "Q" : "A"}${sealed.slice(at + 1)}`;
    expect([at, sealer.open(changed, place)]).toEqual([at, null]);
  }
  for (const text of ["", "v1.", "v1.AAAA", "value"]) expect(sealer.open(text, place)).toBeNull();
});
