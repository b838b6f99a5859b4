import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import { oneLinePattern } from "#lib/contract/resources/fields.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { ChannelDetail } from "./channels.ts";

const id = z.string();
const line = (most: number) => z.string().trim().min(1).max(most).regex(oneLinePattern, "must be one line of text");

/** One input to fill in before an account is connected. */
export const ConnectionField = z
  .object({
    name: z.string().describe("The key of the value in `values`."),
    label: z.string().describe("The label of the input."),
    help: z.string().describe("A sentence that says where to find the value."),
    secret: z.boolean().describe("True if the value is encrypted at rest and never shown again."),
    usual: z.string().describe("The default value. Can be empty."),
  })
  .meta({ id: "ConnectField" });

/** Sign-in on the pages of the account's own server, which the account's name identifies. */
export const ConnectionSignIn = z
  .object({
    field: ConnectionField.describe("The field that identifies the account. Its value is sent as `account`."),
    instead: z.string().describe("The label of the alternative, which is the method in `by`."),
    needs: z.array(z.string()).describe("Requirements to read before connecting, one sentence each."),
    is_set_up: z.boolean().describe("True if this sign-in can be used now."),
    missing: z.string().nullable().describe("A sentence that says why this sign-in is not available at this address."),
  })
  .meta({ id: "ConnectSignIn" });

/** The way to connect accounts of one platform, and the actions available there. */
export const ConnectionMethod = z
  .object({
    platform: z.string().meta({ description: "Slug of the platform.", example: "mastodon" }),
    name: z.string().describe("Display name of the platform."),
    by: z
      .enum(["form", "oauth"])
      .describe(
        "`form`: the member fills in `fields`. `oauth`: the member gives consent on the platform's own page and returns.",
      ),
    fields: z.array(ConnectionField).describe("For `form`: the values to send in `values`."),
    host: ConnectionField.nullable().describe(
      "The field for the account's server, on platforms with many servers. Null on platforms with a single server.",
    ),
    needs: z.array(z.string()).describe("Requirements to read before connecting, one sentence each."),
    sign_in: ConnectionSignIn.nullable().describe(
      "Another method beside `by`, preferred if it is set up: the member gives consent on the pages of the account's own server. Null if there is none.",
    ),
    can: z
      .object({
        chain: z.boolean().describe("True if several parts are published as a reply chain."),
        images: z
          .int()
          .describe(
            "The maximum number of images per post; 0 if none are allowed. An account's server can report another limit.",
          ),
        take_down: z.boolean().describe("True if Postwright can take down a published post."),
        look_up: z
          .boolean()
          .describe(
            "True if a post can be looked up when the platform's response was lost, before anything is sent again. Otherwise the post fails as unconfirmed and a person decides.",
          ),
        repeat_safe: z
          .boolean()
          .describe(
            "True if a lost response can't lead to a second post, on every server of the platform. `repeat_safe` of a channel says it for its server.",
          ),
      })
      .describe("The features of the platform."),
    app: z
      .enum(["none", "operator", "server"])
      .describe(
        "The app credentials that the platform requires. `operator`: an administrator gets them from the platform. `server`: Postwright requests them itself. `none`: not required.",
      ),
    app_uses: z
      .array(
        z.object({
          name: z.string().describe("The value for `use`."),
          label: z.string().describe("The label of the use."),
          help: z.string().describe("A sentence that says what it is for."),
        }),
      )
      .describe(
        "The uses that the operator can create the app for, the most common first. Empty if there is only one.",
      ),
    is_set_up: z.boolean().describe("True if accounts can be connected now."),
    missing: z.string().nullable().describe("A sentence that says why the platform can't be connected yet."),
    warning: z.string().nullable().describe("A sentence that says what the operator should do soon."),
  })
  .meta({ id: "ConnectWay" });

/** The accounts of one sign-in, of which the person picks one. */
export const ConnectionChoice = z
  .object({
    platform: z.string().describe("Slug of the platform."),
    state: z.string().describe("Send it once with the selected account to `POST /channels/connections/finish`."),
    accounts: z
      .array(
        z.object({
          id: z.string().describe("The id to send as `account`."),
          name: z.string().describe("Display name of the account."),
          username: z.string().describe("Handle of the account."),
          what: z.string().describe("The type of account, such as a page or the member's own profile."),
          channel: z
            .string()
            .nullable()
            .describe("The name of the channel if the account is already connected, otherwise null."),
        }),
      )
      .describe("The accounts that the sign-in gave access to."),
  })
  .meta({ id: "ConnectChoice" });

/** The app credentials on a platform, as far as they are shown. */
export const PlatformApp = z
  .object({
    platform: z.string().describe("Slug of the platform."),
    client_id: z.string().nullable().describe("Null if none is set."),
    has_secret: z.boolean().describe("True if a secret is set. It is never shown."),
    from: z
      .enum(["environment", "here"])
      .nullable()
      .describe("The place where the credentials are set. `environment` takes precedence and can't be changed here."),
    use: z.string().nullable().describe("One of the platform's `app_uses`. Null if it has none."),
    redirect_uri: z.string().describe("The redirect URI to enter on the platform."),
  })
  .meta({ id: "PlatformApp" });

const slug = z.string().describe("Slug of the platform, such as `mastodon`.");
const platform = z.object({ platform: slug });
const anyError = ["invalid_request", "unauthorized", "forbidden"] as const;
const usedBy = z
  .array(id)
  .min(1)
  .max(serverOnlyLimits.membersPerChannel)
  .nullable()
  .describe("Ids of the members who can use the channel. Null if every member can.");

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
      platform: slug,
      name: line(limits.nameCharacters).optional().describe("Default: the name of the account."),
      host: line(300)
        .optional()
        .describe("The account's server, on platforms with many, such as `social.example.org`."),
      values: z
        .record(z.string().max(100), z.string().max(4_000))
        .optional()
        .describe("The values of the platform's `fields`, by name."),
      members: usedBy.optional(),
      account: line(300)
        .optional()
        .describe("Connects by `sign_in`. With `channel_id`, it must be the channel's own account."),
      channel_id: id.optional().describe("The id of the channel to reconnect."),
    }),
    status: 201,
    data: z.object({
      channel: ChannelDetail.nullable().describe("The connected channel. Null until the member has given consent."),
      authorize_url: z.string().nullable().describe("The page to open for consent. Null if none is needed."),
    }),
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
      state: z.string().max(500).describe("The `state` that came back from the platform."),
      code: z.string().min(1).max(4_000).optional().describe("The `code` that came back from the platform."),
      error: z.string().max(500).optional().describe("The `error` that came back instead of a code."),
      iss: z.string().max(1_000).optional().describe("The issuer of the authorization response (RFC 9207)."),
      account: z.string().max(500).optional().describe("The `id` of the account that the person picked."),
    }),
    status: 200,
    data: z.object({
      channel: ChannelDetail.nullable().describe("The connected channel. Null if a choice is needed first."),
      choice: ConnectionChoice.nullable().describe("The accounts to pick from. Null if there was only one."),
    }),
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
    body: z.object({
      client_id: line(1_000).describe("The client id that the platform gave your app."),
      client_secret: line(1_000).describe("The client secret that the platform gave your app."),
      use: line(100).optional().describe("One of the platform's `app_uses`."),
    }),
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
