import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";
import { ChannelDetail } from "./channels.ts";

const id = z.string();
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, "must be one line of text");

/** One input to fill in before an account is connected. */
export const ConnectionField = z
  .object({
    name: z.string(),
    label: z.string(),
    help: z.string(),
    secret: z.boolean().meta({ description: "True for what is sealed at rest and never shown again." }),
    usual: z.string().meta({ description: "Filled in already; may be empty." }),
  })
  .meta({ id: "ConnectField" });

/** Sign-in on the pages of the account's own server, which the account's name identifies. */
export const ConnectionSignIn = z
  .object({
    field: ConnectionField.meta({ description: "Which account it is: sent as `account`." }),
    instead: z.string().meta({ description: "What the way of `by` is called beside it." }),
    needs: z.array(z.string()),
    is_set_up: z.boolean(),
    missing: z.string().nullable().meta({ description: "Why it can't be done at this address, in a sentence." }),
  })
  .meta({ id: "ConnectSignIn" });

/** The way to connect accounts of one platform, and the actions available there. */
export const ConnectionMethod = z
  .object({
    platform: z.string().meta({ example: "mastodon" }),
    name: z.string(),
    by: z.enum(["form", "oauth"]).meta({
      description: "`form`: fill in `fields`. `oauth`: the member says yes on the platform's own page and comes back.",
    }),
    fields: z.array(ConnectionField),
    host: ConnectionField.nullable().meta({
      description: "What to ask for where accounts live on one of many servers; null where the platform is one.",
    }),
    needs: z.array(z.string()).meta({ description: "What a person should know before, a sentence each." }),
    sign_in: ConnectionSignIn.nullable().meta({
      description:
        "Another way beside `by`, better where it is set up: the member says yes on the pages of the account's own server. Null where there is none.",
    }),
    can: z.object({
      chain: z.boolean().meta({ description: "Several parts go out as answers to each other." }),
      images: z.int().meta({ description: "Most images of one post; 0 for none. A server may allow others." }),
      take_down: z.boolean(),
      look_up: z.boolean().meta({
        description:
          "Whether a post whose answer was lost can be looked up before anything is sent again. Otherwise it ends as unconfirmed, and a person decides.",
      }),
    }),
    app: z.enum(["none", "operator", "server"]).meta({
      description:
        "Whose keys the application needs there: `operator` those that an administrator got from the platform, `server` are asked for by itself.",
    }),
    app_uses: z.array(z.object({ name: z.string(), label: z.string(), help: z.string() })).meta({
      description: "What the operator's application can be made for, the usual first; empty where that is one.",
    }),
    is_set_up: z.boolean(),
    missing: z.string().nullable().meta({ description: "Why it can't be connected yet, in a sentence." }),
    warning: z.string().nullable().meta({ description: "What the operator should see to soon, in a sentence." }),
  })
  .meta({ id: "ConnectWay" });

/** The accounts of one sign-in, of which the person picks one. */
export const ConnectionChoice = z
  .object({
    platform: z.string(),
    state: z.string().meta({ description: "Goes with the pick to `POST /channels/connections/finish`, once." }),
    accounts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        username: z.string(),
        what: z.string().meta({ description: "Such as a page, or the member's own profile." }),
        channel: z.string().nullable().meta({ description: "The name of the channel that it is already; else null." }),
      }),
    ),
  })
  .meta({ id: "ConnectChoice" });

/** The app credentials on a platform, as far as they are shown. */
export const PlatformApp = z
  .object({
    platform: z.string(),
    client_id: z.string().nullable().meta({ description: "Null where none is set." }),
    has_secret: z.boolean(),
    from: z.enum(["environment", "here"]).nullable().meta({
      description: "`environment` comes first, and is not changed here.",
    }),
    use: z.string().nullable().meta({ description: "One of the platform's `app_uses`; null where it has none." }),
    redirect_uri: z.string().meta({ description: "What to enter on the platform as the address to come back to." }),
  })
  .meta({ id: "PlatformApp" });

const platform = z.object({ platform: z.string() });
const anyError = ["invalid_request", "unauthorized", "forbidden"] as const;
const usedBy = z.array(id).min(1).max(serviceLimits.membersPerChannel).nullable();

/** Endpoints for connecting accounts on real platforms. */
export const channelConnectionEndpoints = {
  listConnectWays: defineEndpoint({
    method: "GET",
    path: "/channels/platforms",
    scope: "channels:read",
    documented: false,
    summary: "List the platforms that accounts can be connected on",
    description: "What each needs, and what can be done there.",
    status: 200,
    data: z.array(ConnectionMethod),
    errors: ["unauthorized", "forbidden"],
  }),
  connectAccount: defineEndpoint({
    method: "POST",
    path: "/channels/connections",
    scope: "channels:write",
    documented: false,
    summary: "Connect an account, or begin to",
    description:
      "With a form the account is connected at once, and the answer is its `channel`. With OAuth, and with `sign_in`, the answer is `authorize_url`: the member goes there, and what comes back to `/channels/connected` is given to `POST /channels/connections/finish` within ten minutes by the same member. With `channel_id` a channel is connected again: it keeps its id and its posts, and it has to be the same account.",
    body: z.object({
      platform: z.string(),
      name: line(limits.nameCharacters).optional().meta({ description: "Else the account's own." }),
      host: line(300).optional(),
      values: z.record(z.string().max(100), z.string().max(4_000)).optional(),
      members: usedBy.optional(),
      account: line(300).optional().meta({
        description: "Connects by `sign_in`. With `channel_id` the channel's own account is asked for.",
      }),
      channel_id: id.optional(),
    }),
    status: 201,
    data: z.object({ channel: ChannelDetail.nullable(), authorize_url: z.string().nullable() }),
    errors: [...anyError, "not_found", "conflict"],
  }),
  finishConnection: defineEndpoint({
    method: "POST",
    path: "/channels/connections/finish",
    scope: "channels:write",
    documented: false,
    summary: "Finish connecting with what the platform sent back",
    description:
      "It counts once, for the member who began, and for ten minutes. `error` is what the platform sent in place of a code. Where the sign-in gave several accounts the answer is a `choice`: its state comes back with the `account` that was picked, within another ten minutes.",
    body: z.object({
      state: z.string().max(500),
      code: z.string().min(1).max(4_000).optional(),
      error: z.string().max(500).optional(),
      iss: z.string().max(1_000).optional().meta({ description: "Which server says that it answers (RFC 9207)." }),
      account: z.string().max(500).optional(),
    }),
    status: 200,
    data: z.object({ channel: ChannelDetail.nullable(), choice: ConnectionChoice.nullable() }),
    errors: [...anyError, "not_found", "conflict"],
  }),
  getPlatformApp: defineEndpoint({
    method: "GET",
    path: "/channels/platforms/{platform}/app",
    scope: "channels:write",
    documented: false,
    summary: "Whether the application's own keys on a platform are set",
    params: platform,
    status: 200,
    data: PlatformApp,
    errors: ["unauthorized", "forbidden", "not_found"],
  }),
  setPlatformApp: defineEndpoint({
    method: "PUT",
    path: "/channels/platforms/{platform}/app",
    scope: "channels:write",
    documented: false,
    summary: "Set the application's own keys on a platform",
    description: "For this organization. The secret is sealed at rest and never shown again.",
    params: platform,
    body: z.object({ client_id: line(1_000), client_secret: line(1_000), use: line(100).optional() }),
    status: 200,
    data: PlatformApp,
    errors: [...anyError, "not_found", "conflict"],
  }),
  removePlatformApp: defineEndpoint({
    method: "DELETE",
    path: "/channels/platforms/{platform}/app",
    scope: "channels:write",
    documented: false,
    summary: "Forget the application's own keys on a platform",
    description: "Accounts that are connected stay so, as long as their platform lets them.",
    params: platform,
    status: 200,
    data: PlatformApp,
    errors: ["unauthorized", "forbidden", "not_found", "conflict"],
  }),
} as const;
