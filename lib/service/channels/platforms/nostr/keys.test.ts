import fc from "fast-check";
import { expect, test } from "vitest";
import { getPublicKey, parseEvent, signEvent } from "./event.ts";
import { formatNpub, parseNpub, parseSecretKey } from "./keys.ts";
import { npub, nsec, pubkey, secretHex } from "./testing/keys.ts";

const secretKey = Buffer.from(secretHex, "hex");

test("the example keys of NIP-19 are read and written as it has them", () => {
  for (const typed of [nsec, ` ${nsec}\n`, nsec.toUpperCase(), secretHex, secretHex.toUpperCase()]) {
    const parsed = parseSecretKey(typed);
    expect("secretKey" in parsed && Buffer.from(parsed.secretKey).toString("hex")).toBe(secretHex);
  }
  expect([formatNpub(pubkey), parseNpub(npub)]).toEqual([npub, pubkey]);
});

test.each([
  [npub, /public key/],
  [
    "ncryptsec1qgg9947rlpvqu76pj5ecreduf9jxhselq2nae2kghhvd5g7dgjtcxfqtd67p9m0w57lspw8gsq6yphnm8623nsl8xn9j4jdzz84zm3frztj3z7s35vpzmqf6ksu8r89qk5z2zxfmu5gv8th8wclt0h4p",
    /password/,
  ],
  [`${nsec.slice(0, -1)}6`, /isn't a secret key/],
  ["0".repeat(64), /isn't a secret key/],
  ["f".repeat(64), /isn't a secret key/],
  ["", /isn't a secret key/],
  ["correct horse battery staple", /isn't a secret key/],
])("%s is refused as a secret key with a reason that does not repeat it", (typed, why) => {
  const parsed = parseSecretKey(typed);
  if (!("problem" in parsed)) return expect.fail("accepted");
  expect(parsed.problem).toMatch(why);
  if (typed !== "") expect(parsed.problem).not.toContain(typed);
});

test("the public key follows from the secret key as in NIP-19", () => {
  expect(getPublicKey(secretKey)).toBe(pubkey);
});

test("a signed event is valid for any text, and with any change it is not", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.array(fc.array(fc.string(), { maxLength: 3 }), { maxLength: 3 }),
      (content, tags) => {
        const event = signEvent({ kind: 1, created_at: 1_764_000_000, tags, content }, secretKey);
        expect(parseEvent(JSON.parse(JSON.stringify(event)))).toEqual(event);
        expect(parseEvent({ ...event, content: `${content}.` })).toBeNull();
        expect(
          parseEvent({ ...event, sig: event.sig.replace(/^../u, (two) => (two === "00" ? "11" : "00")) }),
        ).toBeNull();
      },
    ),
    { numRuns: 5 },
  );
});

test.each([null, "text", [], {}, { id: 1 }, { pubkey: "z".repeat(64) }])("%j is no event", (json) => {
  expect(parseEvent(json)).toBeNull();
});
