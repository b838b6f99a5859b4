import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatIpRange, isInIpRanges, parseIpRange, parseIpRanges } from "#lib/service/core/ip-ranges.ts";
import { generateApiKey, isApiKeyFormat } from "./api-key-token.ts";

describe("the format of an API key", () => {
  test("a key is a fixed prefix, 43 random characters and a checksum of 6, so secret scanners find it", () => {
    for (let round = 0; round < 200; round += 1) {
      const key = generateApiKey();
      expect(key).toMatch(/^pw_[0-9A-Za-z]{49}$/);
      expect(isApiKeyFormat(key)).toBe(true);
    }
  });

  test("the checksum detects any single wrong character without a database query", () => {
    const character = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 51 }), character, (place, wrong) => {
        const key = generateApiKey();
        const changed = `${key.slice(0, place)}${wrong}${key.slice(place + 1)}`;
        expect(isApiKeyFormat(changed)).toBe(changed === key);
      }),
    );
  });

  test("a key from before the checksum stays valid", () => {
    expect(isApiKeyFormat(`pw_${"a".repeat(43)}`)).toBe(true);
    expect(isApiKeyFormat("pw_0123456789abcdefghijklmnopqrstuvwxyz")).toBe(true);
  });
});

describe("address ranges", () => {
  test("a range contains exactly its own addresses, IPv4-mapped IPv6 included", () => {
    const ranges = parseIpRanges(["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"]);
    for (const inside of ["203.0.113.0", "203.0.113.255", "::ffff:203.0.113.9", "2001:db8:1::9", "198.51.100.7"]) {
      expect([inside, isInIpRanges(ranges, inside)]).toEqual([inside, true]);
    }
    for (const outside of ["203.0.114.0", "198.51.100.8", "2001:db9::1", "::1", "", "unknown", null]) {
      expect([outside, isInIpRanges(ranges, outside)]).toEqual([outside, false]);
    }
  });

  test("a stored range is read back unchanged", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 0, max: 32 }), (address, bits) => {
        const range = parseIpRange(`${address}/${bits}`);
        if (range === null) throw new Error(`${address}/${bits}`);
        expect(parseIpRange(formatIpRange(range))).toEqual(range);
      }),
    );
  });
});
