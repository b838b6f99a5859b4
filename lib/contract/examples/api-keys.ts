import type { apiKeyEndpoints } from "#lib/contract/endpoints/api-keys.ts";
import type { ApiKey, NewApiKey } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

const key: ApiKey = {
  id: "019a6f00-0000-7000-8000-000000000401",
  name: "Release robot",
  ending: "4y0d",
  scopes: ["posts:read", "posts:write", "media:write", "channels:read"],
  addresses: ["203.0.113.0/24"],
  created_at: "2027-01-12T16:05:21.114Z",
  expires_at: "2028-01-12T00:00:00.000Z",
  last_used_at: "2027-01-14T09:12:40.500Z",
  last_used_route: "POST /posts",
  is_this: false,
  from_setup: false,
  former: null,
};
const fresh: ApiKey = { ...key, last_used_at: null, last_used_route: null };
const newKey: NewApiKey = {
  name: key.name,
  scopes: ["posts:read", "posts:write", "media:write", "channels:read"],
  expires_at: "2028-01-12T00:00:00Z",
  addresses: ["203.0.113.0/24"],
};
// The check characters are wrong on purpose, so that no scanner reports a leaked key.
const value = "pw_ExampleExampleExampleExampleExampleExample000000";

export const apiKeyExamples: Record<keyof typeof apiKeyEndpoints, EndpointExample> = {
  listKeys: { answer: { data: [key] } },
  createKey: { body: newKey, answer: { data: { ...fresh, value } } },
  changeKey: { body: { name: "Release robot of the web team" }, answer: { data: key } },
  rotateKey: {
    body: { overlap_hours: 24 },
    answer: {
      data: {
        ...fresh,
        former: { ending: "Qm2X", works_until: "2027-01-15T09:12:40.500Z", last_used_at: "2027-01-14T09:12:40.500Z" },
        value,
      },
    },
  },
  revokeKey: { answer: { data: { id: key.id, revoked: true } } },
};
