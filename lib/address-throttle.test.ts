import { describe, expect, test } from "vitest";
import { createAddressThrottle, getThrottleKey, getThrottleSite, siteLimitFactor } from "./address-throttle.ts";

describe("the throttle key of an address", () => {
  test.each([
    ["198.51.100.7", "198.51.100.7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["::ffff:c633:6407", "198.51.100.7"],
    ["198.51.100.7:51234", "198.51.100.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:1:2::1", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["unknown", "unknown"],
  ])("the throttle key of %s is %s", (address, key) => {
    expect(getThrottleKey(address)).toBe(key);
  });

  test("only an IPv6 address also has a /48 throttle key", () => {
    expect(getThrottleSite("2001:db8:1:2::9")).toBe("2001:db8:1::/48");
    expect(getThrottleSite("::ffff:198.51.100.7")).toBeNull();
    expect(getThrottleSite("198.51.100.7")).toBeNull();
  });
});

describe("a throttle by address", () => {
  test("all addresses of a /64 share one count, and all addresses of a /48 share a higher limit", async () => {
    const limit = createAddressThrottle({ points: 3, duration: 60 });
    for (let at = 1; at <= 3; at += 1) expect(await limit.spend(`2001:db8:1:1::${at}`)).toBeNull();
    expect(await limit.spend("2001:db8:1:1::ffff")).toBeGreaterThan(0);
    expect(await limit.getWait("2001:db8:1:1::abcd")).toBeGreaterThan(0);
    expect(await limit.getWait("2001:db8:1:2::1")).toBeNull();
    let taken = 4;
    for (let net = 2; (await limit.spend(`2001:db8:1:${net}::1`)) === null; net += 1) taken += 1;
    expect(taken).toBe(3 * siteLimitFactor);
    expect(await limit.spend("2001:db8:2::1")).toBeNull();
  });
});
