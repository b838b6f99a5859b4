import { expect, test } from "vitest";
import { type AccountCredential, describeCredential } from "./credential-labels.ts";

const now = new Date("2027-03-08T12:00:00Z");
const key: AccountCredential = {
  id: "key:1",
  type: "key",
  name: "Robot",
  organization: "Test House",
  address: "203.0.113.7",
  createdAt: "2027-03-05T12:00:00Z",
  lastUsedAt: "2027-03-08T11:00:00Z",
};

test("a credential shows its kind, name, organization, and when and where it was added and used", () => {
  expect(describeCredential(key, { now, zone: "UTC" })).toEqual({
    id: "key:1",
    title: "API key: Robot",
    facts: "Test House · added 5 Mar from 203.0.113.7 · last used 1 h ago",
  });
  const feed = { ...key, id: "feed:1", type: "feed", name: null, address: null, lastUsedAt: null } as const;
  expect(describeCredential(feed, { now, zone: "UTC" })).toEqual({
    id: "feed:1",
    title: "Calendar feed",
    facts: "Test House · added 5 Mar",
  });
});
