import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { pathId } from "#lib/contract/path-id.ts";
import { instant, oneLinePattern } from "#lib/contract/resources/fields.ts";
import { scopes } from "#lib/contract/scopes.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";

/** Something that an API key made and that works without that key. */
export const MadeByKey = z
  .object({
    type: z
      .enum(["key", "calendar_feed", "push_subscription", "webhook", "invitation"])
      .describe("What it is. `push_subscription` is a browser that gets notifications."),
    id: z.string().describe("Its id; for a calendar feed, the id of its member."),
    name: z
      .string()
      .nullable()
      .describe(
        "The name of a key, the host of a webhook or browser, the address or role of an invitation. Null for a feed.",
      ),
  })
  .meta({ id: "MadeByKey" });

/** An API key without its value, which is shown once. */
export const ApiKey = z
  .object({
    id: z.string().describe("The id of the key."),
    name: z.string().describe("The name that its member gave it."),
    ending: z.string().describe("The last four characters of the key's value."),
    scopes: z
      .array(z.string())
      .describe("The current scopes of the key. A key never has more scopes than its member's role allows."),
    drafts_only: z
      .boolean()
      .optional()
      .describe("True if the key may write drafts and images only, and read what its scopes allow."),
    addresses: z
      .array(z.string())
      .describe("IP addresses and ranges the key works from. Empty if it works from anywhere."),
    created_at: instant.describe("Time at which it was created."),
    expires_at: instant.nullable().describe("Time at which it stops working. Null if it does not expire."),
    last_used_at: instant.nullable().describe("Updated at most once a minute."),
    last_used_route: z
      .string()
      .nullable()
      .meta({ description: "The last endpoint it was used for.", example: "POST /posts" }),
    is_this: z.boolean().describe("True for the key that sent this request."),
    from_setup: z
      .boolean()
      .describe("True for the key set by `SETUP_KEY`. It can do everything its owner can and never expires."),
    former: z
      .object({
        ending: z.string().describe("The last four characters of the old value."),
        works_until: instant.describe("The old value stops working at this time."),
        last_used_at: instant.nullable().describe("Time at which the old value was last used."),
      })
      .nullable()
      .describe("The old value after a rotation, while it still works beside the new one."),
    made_by: z
      .object({ id: z.string().describe("The id of that key."), name: z.string().describe("Its name.") })
      .nullable()
      .optional()
      .describe("The API key that made this one. Null if a person made it when signed in as themselves."),
    made: z
      .array(MadeByKey)
      .optional()
      .describe("What this key made, and what the keys that it made have made, as far as it still works."),
    app: z
      .object({ redirect_uri: z.string().describe("The address that the app's sign-in returned to.") })
      .nullable()
      .optional()
      .describe(
        "Set for an app that the member connected in the browser, for `/mcp` only. It can't be rotated; revoking it disconnects the app.",
      ),
  })
  .meta({ id: "ApiKey" });

const withValue = ApiKey.extend({
  value: z.string().describe("The key itself, `pw_…`. Only this response contains it."),
});

const name = z
  .string()
  .trim()
  .min(1)
  .refine((text) => text.length <= limits.keyNameCharacters * 2 && [...text].length <= limits.keyNameCharacters, {
    message: `must have at most ${limits.keyNameCharacters} characters`,
  })
  .regex(oneLinePattern, "must be one line of text")
  .describe(`One line of 1 to ${limits.keyNameCharacters} characters.`);

export const NewApiKey = z.object({
  name,
  scopes: z
    .array(z.enum(scopes))
    .max(scopes.length)
    .describe("A subset of the scopes of the key that sends the request."),
  expires_at: instant
    .nullable()
    .optional()
    .describe(
      `In the future, within ${serverOnlyLimits.keyYearsMax} years. If omitted or null, the key does not expire.`,
    ),
  addresses: z
    .array(z.string().trim().min(1).max(50))
    .max(serverOnlyLimits.addressesPerKey)
    .optional()
    .describe("Such as `203.0.113.9` or `2001:db8::/32`. If omitted or empty, the key works from anywhere."),
  drafts_only: z
    .boolean()
    .optional()
    .describe(
      "True for a key that may write drafts and images only: `x-for-drafts-only` marks the writes that it may call. Other writes return 403, whatever its scopes.",
    ),
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
    summary: "List your API keys and connected apps, newest first",
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
    description: `Creates a key and returns its value. Only this response contains the value. A key can't create a key with more scopes, a later expiry or other addresses than its own. A member has at most ${limits.keysPerMember} keys.`,
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
    summary: "Rotate an API key",
    description:
      "Gives the key a new value with the same scopes, expiry and addresses. The old value works for the requested overlap; with 0 it stops at once. A value older than that stops at once in any case. A key can rotate itself. It can rotate another key only if that key has no more scopes, no later expiry and no other addresses.",
    params: keyId,
    body: z.object({
      overlap_hours: z
        .int()
        .min(0)
        .max(serverOnlyLimits.rotationHoursMax)
        .describe("Hours that the old value keeps working. 0 stops it at once."),
    }),
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
      "Revokes the key at once and permanently. The next request with the key, or with its old value after a rotation, returns 401. Sessions opened with the key end. So does what the key made (`made`): keys, the calendar feed, browsers that get notifications and open invitations; webhooks are turned off. Anyone who had the key may have kept their addresses and values. A key without `members:manage` ends no webhook and no invitation.",
    params: keyId,
    query: z.object({
      made: z.enum(["end", "keep"]).default("end").describe("`keep` leaves what the key made as it is."),
    }),
    status: 200,
    data: z.object({
      id: z.string().describe("The id of the key."),
      revoked: z.boolean().describe("True: the key no longer works."),
      ended: z.array(MadeByKey).optional().describe("What ended with it."),
    }),
    errors: ["invalid_request", "unauthorized", "forbidden", "not_found"],
  }),
} as const;
