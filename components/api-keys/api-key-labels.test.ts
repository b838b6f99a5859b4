import { describe, expect, test } from "vitest";
import { getScopeLabel, roleScopes } from "#lib/contract/scopes.ts";
import {
  formatMadeByKey,
  formatScopes,
  getPresetScopes,
  isApiKeyExpired,
  isApiKeyUnused,
  parseIpAddresses,
} from "./api-key-labels.ts";

const mine = roleScopes.member;

describe("API key labels", () => {
  test("a preset is shown by its name, for members and administrators", () => {
    for (const all of [roleScopes.member, roleScopes.admin]) {
      expect(formatScopes(getPresetScopes("read", all), all)).toBe("Read only");
      expect(formatScopes(getPresetScopes("post", all), all)).toBe("Post");
      expect(formatScopes(getPresetScopes("all", all), all)).toBe("Full access");
    }
  });

  test("what posts:read shows is said by the role of the member", () => {
    expect(getScopeLabel("posts:read", "member")).toBe("See your posts");
    for (const role of ["admin", "owner"]) {
      expect(getScopeLabel("posts:read", role)).toBe("See everyone's posts, drafts included");
    }
  });

  test("other scopes show the first one and count the rest; no scopes show nothing", () => {
    expect(formatScopes(["media:write"], mine)).toBe("Upload images");
    expect(formatScopes(["posts:read", "keys:manage"], mine)).toBe(
      "See your posts, or everyone's as an administrator and 1 more",
    );
    expect(formatScopes([], mine)).toBe("No access");
    expect(formatScopes(["polls:write"], mine)).toBe("polls:write");
  });

  test("a preset never requests more than the member's rights", () => {
    expect(getPresetScopes("post", ["posts:read"])).toEqual(["posts:read"]);
  });
});

describe("stale API keys", () => {
  const now = new Date("2027-04-11T00:00:00Z");
  test("a key is stale after 90 days without use, or 90 days after an unused creation", () => {
    const key = { created_at: "2026-01-01T00:00:00Z", last_used_at: "2027-01-11T00:00:00Z" };
    expect(isApiKeyUnused(key, now)).toBe(true);
    expect(isApiKeyUnused({ ...key, last_used_at: "2027-01-11T00:00:01Z" }, now)).toBe(false);
    expect(isApiKeyUnused({ ...key, last_used_at: null }, now)).toBe(true);
    expect(isApiKeyUnused({ created_at: "2027-04-10T00:00:00Z", last_used_at: null }, now)).toBe(false);
  });

  test("a key has ended from the exact moment of its end", () => {
    expect(isApiKeyExpired({ expires_at: now.toISOString() }, now)).toBe(true);
    expect(isApiKeyExpired({ expires_at: "2027-04-11T00:00:00.001Z" }, now)).toBe(false);
    expect(isApiKeyExpired({ expires_at: null }, now)).toBe(false);
  });
});

test("addresses are compared independently of their spelling", () => {
  expect(parseIpAddresses(" 203.0.113.9,\n2001:db8::/32;10.0.0.0/8 ")).toEqual([
    "203.0.113.9",
    "2001:db8::/32",
    "10.0.0.0/8",
  ]);
  expect(parseIpAddresses(" ")).toEqual([]);
});

test("an invitation that a key made is named by its address or its role", () => {
  expect(formatMadeByKey("invitation", "grace@example.org")).toBe("Invitation: grace@example.org");
  expect(formatMadeByKey("invitation", "admin")).toBe("Invitation: administrator");
  expect(formatMadeByKey("calendar_feed", null)).toBe("Calendar feed");
});
