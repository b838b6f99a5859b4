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
    secret: z.boolean().meta({ description: "True if the value is encrypted at rest and never shown again." }),
    usual: z.string().meta({ description: "The default value. Can be empty." }),
  })
  .meta({ id: "ConnectField" });

/** Sign-in on the pages of the account's own server, which the account's name identifies. */
export const ConnectionSignIn = z
  .object({
    field: ConnectionField.meta({
      description: "The field that identifies the account. Its value is sent as `account`.",
    }),
    instead: z.string().meta({ description: "The label of the alternative, which is the method in `by`." }),
    needs: z.array(z.string()),
    is_set_up: z.boolean(),
    missing: z
      .string()
      .nullable()
      .meta({ description: "A sentence that says why this sign-in is not available at this address." }),
  })
  .meta({ id: "ConnectSignIn" });

/** The way to connect accounts of one platform, and the actions available there. */
export const ConnectionMethod = z
  .object({
    platform: z.string().meta({ example: "mastodon" }),
    name: z.string(),
    by: z.enum(["form", "oauth"]).meta({
      description:
        "`form`: the member fills in `fields`. `oauth`: the member gives consent on the platform's own page and returns.",
    }),
    fields: z.array(ConnectionField),
    host: ConnectionField.nullable().meta({
      description:
        "The field for the account's server, on platforms with many servers. Null on platforms with a single server.",
    }),
    needs: z.array(z.string()).meta({ description: "What a person should know before connecting, one sentence each." }),
    sign_in: ConnectionSignIn.nullable().meta({
      description:
        "Another method beside `by`, preferred if it is set up: the member gives consent on the pages of the account's own server. Null if there is none.",
    }),
    can: z.object({
      chain: z.boolean().meta({ description: "True if several parts are published as a reply chain." }),
      images: z.int().meta({
        description:
          "The maximum number of images per post; 0 if none are allowed. An account's server can report another limit.",
      }),
      take_down: z.boolean(),
      look_up: z.boolean().meta({
        description:
          "True if a post can be looked up when the platform's response was lost, before anything is sent again. Otherwise the post fails as unconfirmed and a person decides.",
      }),
    }),
    app: z.enum(["none", "operator", "server"]).meta({
      description:
        "The app credentials that the platform requires. `operator`: an administrator gets them from the platform. `server`: Postwright requests them itself. `none`: not required.",
    }),
    app_uses: z.array(z.object({ name: z.string(), label: z.string(), help: z.string() })).meta({
      description:
        "The uses that the operator can create the app for, the most common first. Empty if there is only one.",
    }),
    is_set_up: z.boolean(),
    missing: z
      .string()
      .nullable()
      .meta({ description: "A sentence that says why the platform can't be connected yet." }),
    warning: z.string().nullable().meta({ description: "A sentence that says what the operator should do soon." }),
  })
  .meta({ id: "ConnectWay" });

/** The accounts of one sign-in, of which the person picks one. */
export const ConnectionChoice = z
  .object({
    platform: z.string(),
    state: z
      .string()
      .meta({ description: "Send it once with the selected account to `POST /channels/connections/finish`." }),
    accounts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        username: z.string(),
        what: z.string().meta({ description: "The type of account, such as a page or the member's own profile." }),
        channel: z
          .string()
          .nullable()
          .meta({ description: "The name of the channel if the account is already connected, otherwise null." }),
      }),
    ),
  })
  .meta({ id: "ConnectChoice" });

/** The app credentials on a platform, as far as they are shown. */
export const PlatformApp = z
  .object({
    platform: z.string(),
    client_id: z.string().nullable().meta({ description: "Null if none is set." }),
    has_secret: z.boolean(),
    from: z.enum(["environment", "here"]).nullable().meta({
      description: "Where the credentials are set. `environment` takes precedence and can't be changed here.",
    }),
    use: z.string().nullable().meta({ description: "One of the platform's `app_uses`. Null if it has none." }),
    redirect_uri: z.string().meta({ description: "The redirect URI to enter on the platform." }),
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
    description: "Returns what each platform requires and supports.",
    status: 200,
    data: z.array(ConnectionMethod),
    errors: ["unauthorized", "forbidden"],
  }),
  connectAccount: defineEndpoint({
    method: "POST",
    path: "/channels/connections",
    scope: "channels:write",
    documented: false,
    summary: "Connect an account or start connecting it",
    description:
      "With a form, connects the account at once and returns its `channel`. With OAuth and with `sign_in`, returns `authorize_url`. The member opens that URL, and the same member sends the parameters that come back to `/channels/connected` to `POST /channels/connections/finish` within ten minutes. With `channel_id`, reconnects that channel. The channel keeps its id and its posts. The account must be the same.",
    body: z.object({
      platform: z.string(),
      name: line(limits.nameCharacters).optional().meta({ description: "Default: the name of the account." }),
      host: line(300).optional(),
      values: z.record(z.string().max(100), z.string().max(4_000)).optional(),
      members: usedBy.optional(),
      account: line(300).optional().meta({
        description: "Connects by `sign_in`. With `channel_id`, it must be the channel's own account.",
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
    summary: "Finish connecting an account",
    description:
      "Takes the parameters that the platform sent back. `state` can be used once, within ten minutes, by the member who started. `error` is what the platform sent instead of a code. If the sign-in gave access to several accounts, returns a `choice`. Send its state with the selected `account` within another ten minutes.",
    body: z.object({
      state: z.string().max(500),
      code: z.string().min(1).max(4_000).optional(),
      error: z.string().max(500).optional(),
      iss: z
        .string()
        .max(1_000)
        .optional()
        .meta({ description: "The issuer of the authorization response (RFC 9207)." }),
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
    summary: "Read the app credentials of a platform",
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
    summary: "Set the app credentials of a platform",
    description: "Sets them for this organization. The secret is encrypted at rest and never shown again.",
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
    summary: "Delete the app credentials of a platform",
    description: "Connected accounts stay connected as long as the platform allows it.",
    params: platform,
    status: 200,
    data: PlatformApp,
    errors: ["unauthorized", "forbidden", "not_found", "conflict"],
  }),
} as const;
