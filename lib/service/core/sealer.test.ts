import { describe, expect, test } from "vitest";
import { createSealer } from "./sealer.ts";

const sealer = createSealer("a secret of at least 32 characters");
const place = "webhooks:1:secret";

test("a sealed value opens only at its own place and reveals nothing", () => {
  const sealed = sealer.seal("whsec_grüße", place);
  expect(sealer.open(sealed, place)).toBe("whsec_grüße");
  expect(sealed).not.toContain("whsec");
  expect(sealer.seal("whsec_grüße", place)).not.toBe(sealed);
});

test("a value that was moved, changed, or sealed under another secret does not open", () => {
  const sealed = sealer.seal("value", place);
  expect(sealer.open(sealed, "webhooks:2:secret")).toBeNull();
  expect(createSealer("another secret of 32 characters ...").open(sealed, place)).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "Q" : "A"}${sealed.slice(at + 1)}`;
    expect([at, sealer.open(changed, place)]).toEqual([at, null]);
  }
  for (const text of ["", "v1.", "v1.AAAA", "value"]) expect(sealer.open(text, place)).toBeNull();
});

test("a derived value is the same for its value and place, and another one for any other or another secret", () => {
  const derived = sealer.derive("token", "a place").toString("hex");
  expect(sealer.derive("token", "a place").toString("hex")).toBe(derived);
  expect(derived).toMatch(/^[0-9a-f]{64}$/);
  for (const other of [
    sealer.derive("token", "another place"),
    sealer.derive("token2", "a place"),
    createSealer("another secret of 32 characters ...").derive("token", "a place"),
  ]) {
    expect(other.toString("hex")).not.toBe(derived);
  }
});

describe("after SECRET was changed", () => {
  const rotated = createSealer("a newer secret of 32 characters ...", ["a secret of at least 32 characters"]);

  test("values sealed under the former secret open, and new values don't require it", () => {
    expect(rotated.open(sealer.seal("value", place), place)).toBe("value");
    const sealed = rotated.seal("value", place);
    expect(createSealer("a newer secret of 32 characters ...").open(sealed, place)).toBe("value");
    expect(sealer.open(sealed, place)).toBeNull();
  });

  test("a value sealed before keys had ids opens with the secret that sealed it", () => {
    const { version, body } = /^(?<version>v2)\.[^.]+\.(?<body>.+)$/.exec(sealer.seal("value", place))?.groups ?? {};
    expect(version).toBe("v2");
    for (const one of [sealer, rotated]) expect(one.open(`v1.${body}`, place)).toBe("value");
    expect(createSealer("another secret of 32 characters ...").open(`v1.${body}`, place)).toBeNull();
  });
});
