import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { instant } from "#lib/contract/resources/post-queries.ts";
import { scopes } from "#lib/contract/scopes.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";

/** An API key without its value, which is shown once. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    ending: z.string().meta({ description: "The last four characters of its value." }),
    scopes: z
      .array(z.string())
      .meta({ description: "What it may do now: a key never holds more than its member's role allows." }),
    addresses: z.array(z.string()).meta({ description: "Addresses and ranges it works from; none: from anywhere." }),
    created_at: instant,
    expires_at: instant.nullable(),
    last_used_at: instant.nullable().meta({ description: "Noted at most once a minute." }),
    last_used_route: z.string().nullable().meta({ example: "POST /posts" }),
    is_this: z.boolean().meta({ description: "True for the key that asks." }),
    from_setup: z.boolean().meta({
      description: "True for the key that `SETUP_KEY` gave: it can do everything its owner can, and never ends.",
    }),
    former: z
      .object({ ending: z.string(), works_until: instant, last_used_at: instant.nullable() })
      .nullable()
      .meta({ description: "After a rotation: the old value, while it works beside the new one." }),
  })
  .meta({ id: "ApiKey" });

const withValue = ApiKey.extend({
  value: z.string().meta({ description: "The key itself, `pw_…`. It is in this answer and nowhere else." }),
});

const name = z
  .string()
  .trim()
  .min(1)
  .refine((text) => text.length <= limits.keyNameCharacters * 2 && [...text].length <= limits.keyNameCharacters, {
    message: `must have at most ${limits.keyNameCharacters} characters`,
  })
  .regex(/^\P{Cc}*$/u, "must be one line of text")
  .meta({ description: `1 to ${limits.keyNameCharacters} characters of one line.` });

export const NewApiKey = z.object({
  name,
  scopes: z
    .array(z.enum(scopes))
    .max(scopes.length)
    .meta({ description: "Of those that the key which asks holds itself." }),
  expires_at: instant
    .nullable()
    .optional()
    .meta({
      description: `In the future, within ${serviceLimits.keyYearsMax} years. Left out or null: it does not end.`,
    }),
  addresses: z
    .array(z.string().trim().min(1).max(50))
    .max(serviceLimits.addressesPerKey)
    .optional()
    .meta({ description: "Such as `203.0.113.9` or `2001:db8::/32`. Left out or empty: it works from anywhere." }),
});

const keyId = z.object({ id: pathId("key") });
const refusals = ["invalid_request", "unauthorized", "forbidden", "not_found"] as const;

/** Endpoints for a member's own API keys. A sign-in by password or passkey is a session and not in this list. */
export const apiKeyEndpoints = {
  listKeys: defineEndpoint({
    method: "GET",
    path: "/keys",
    scope: "keys:manage",
    documented: false,
    summary: "List your API keys, newest first",
    status: 200,
    data: z.array(ApiKey),
    errors: ["unauthorized", "forbidden"],
  }),
  createKey: defineEndpoint({
    method: "POST",
    path: "/keys",
    scope: "keys:manage",
    documented: false,
    grants: "key",
    summary: "Create an API key",
    description: `The value is in this answer and nowhere else. A key gives only what it holds itself: its scopes, and no longer and from no further than it works itself. A member has ${limits.keysPerMember} at most.`,
    body: NewApiKey,
    status: 201,
    data: withValue,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  changeKey: defineEndpoint({
    method: "PATCH",
    path: "/keys/{id}",
    scope: "keys:manage",
    documented: false,
    summary: "Rename an API key",
    params: keyId,
    body: z.object({ name }),
    status: 200,
    data: ApiKey,
    errors: refusals,
  }),
  rotateKey: defineEndpoint({
    method: "POST",
    path: "/keys/{id}/rotate",
    scope: "keys:manage",
    documented: false,
    grants: "key",
    summary: "Give an API key a new value with the same rights",
    description:
      "The old value works for the overlap that is asked for, and then no longer; with 0 it stops at once. A value before that one stops at once in any case. A key rotates itself, and another one only where that can do no more, ends no later and works from no other addresses.",
    params: keyId,
    body: z.object({ overlap_hours: z.int().min(0).max(serviceLimits.rotationHoursMax) }),
    status: 200,
    data: withValue,
    errors: refusals,
  }),
  revokeKey: defineEndpoint({
    method: "DELETE",
    path: "/keys/{id}",
    scope: "keys:manage",
    documented: false,
    summary: "Revoke an API key",
    description:
      "At once and for good: the next request with it, or with its old value after a rotation, is a 401. Sessions that were opened with it end.",
    params: keyId,
    status: 200,
    data: z.object({ id: z.string(), revoked: z.boolean() }),
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
} as const;
