import { createHash } from "node:crypto";
import type pg from "pg";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ChannelDetail, ConnectionChoice } from "#lib/contract/types.ts";
import { lockChannel, requireChannelDetail } from "#lib/service/channels/core/channel-details.ts";
import type {
  AccountChoice,
  AccountGrant,
  AppCredentials,
  ConnectFlow,
  ConnectProblem,
  Platform,
} from "#lib/service/channels/core/platform.ts";
import { withImageAddress } from "#lib/service/channels/core/reported-limits.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { formatNotSetUp } from "./connect-methods.ts";
import { findImageAddressProblem } from "./image-address.ts";
import {
  connectionExpired,
  consumePendingConnection,
  createPendingConnection,
  savePendingConnection,
} from "./pending-connection.ts";
import {
  beginPlatformSignIn,
  connectCallbackPath,
  finishPlatformSignIn,
  getRemoteAccountId,
  signInNotSupported,
} from "./platform-sign-in.ts";
import { saveConnectedAccount, toHttpsUrl, wrongAccountRefusal } from "./save-account.ts";
import { parseServerAddress } from "./server-address.ts";
import { storeAvatar } from "./store-avatar.ts";

type ConnectAccountInput = {
  platform: string;
  name?: string | undefined;
  host?: string | undefined;
  values?: Readonly<Record<string, string>> | undefined;
  account?: string | undefined;
  members?: readonly string[] | null | undefined;
  channel_id?: string | undefined;
};
type OAuthFlow = Extract<ConnectFlow, { by: "oauth" }>;
type ConnectStart = { channel: ChannelDetail | null; authorize_url: string | null };
type ConnectResult = { channel: ChannelDetail | null; choice: ConnectionChoice | null };

/**
 * Connects an account from the values of the form, or begins a connection that the platform's answer completes. It
 * waits for platforms, so it holds no transaction meanwhile.
 * @throws Refusal with a sentence; then nothing was changed
 */
export async function connectAccount(
  context: Context,
  actor: Actor,
  input: ConnectAccountInput,
): Promise<ConnectStart> {
  const platform = context.platformOf(input.platform);
  if (!platform) {
    const message = `Accounts on ${formatPlatformName(input.platform)} can't be connected this way.`;
    throw new Refusal("invalid_request", message, "platform");
  }
  const before = input.channel_id === undefined ? null : await requireReconnectable(context, actor, input);
  const { connect, signIn } = platform;
  if (input.account !== undefined) {
    if (!signIn) throw signInNotSupported(input.platform);
    const account = before ? await getRemoteAccountId(context, before.id) : input.account;
    const { name, members, channel_id } = input;
    const at = { platform, signIn, account, input: { name, members, channel_id } };
    return { channel: null, authorize_url: await beginPlatformSignIn(context, actor, at) };
  }
  if (connect.by === "oauth") {
    return { channel: null, authorize_url: await beginOAuth(context, actor, { platform, connect, input, before }) };
  }
  const known = new Set(connect.fields.map(({ name }) => name));
  const values = Object.entries(input.values ?? {}).filter(([name]) => known.has(name));
  const trimmed = Object.fromEntries(values.map(([name, value]) => [name, value.trim()]));
  const empty = connect.fields.find(({ name, isOptional }) => !isOptional && !trimmed[name]);
  if (empty) {
    const label = empty.label.charAt(0).toLowerCase() + empty.label.slice(1);
    throw connectRefusal({ problem: `Enter the ${label}.`, field: empty.name }, "values.");
  }
  const connected = requireGrant(await connect.run(trimmed, context.netFor(platform, "")), "values.");
  return { channel: await saveAccountGrant(context, actor, { platform, connected, input }), authorize_url: null };
}

type ConnectCallback = {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
  account?: string | undefined;
};

/**
 * Completes a connection with the platform's one-time answer. If the sign-in gives several accounts, the first call
 * returns the choice and the second call names the chosen account. A channel that is reconnected chooses by itself.
 * @throws Refusal; then nothing was changed, and the answer is used up
 */
export async function finishConnection(
  context: Context,
  actor: Actor,
  answer: ConnectCallback,
): Promise<ConnectResult> {
  const row = await consumePendingConnection(context, actor, answer.state);
  const platform = context.platformOf(row.platform);
  const connect = platform?.connect;
  if (!platform || (!row.signIn && connect?.by !== "oauth")) throw connectionExpired();
  const input = { name: row.name, members: row.members, channel_id: row.channelId ?? undefined };
  const finish = async (connected: AccountGrant): Promise<ConnectResult> => ({
    channel: await saveAccountGrant(context, actor, { platform, connected, input }),
    choice: null,
  });
  if (row.choices) {
    const picked = row.choices.find(({ profile }) => profile.remoteId === answer.account);
    if (!picked) throw connectionExpired();
    return await finish(picked);
  }
  const name = formatPlatformName(row.platform);
  if (answer.code === undefined) {
    const problem =
      answer.error === "access_denied"
        ? `You declined access at ${name}, so nothing was connected.`
        : `${name} couldn't connect the account. Nothing was changed. Try again in a moment.`;
    throw new Refusal("conflict", problem);
  }
  if (row.signIn || connect?.by !== "oauth") {
    return await finish(await finishPlatformSignIn(context, platform, row, { ...answer, code: answer.code }));
  }
  const app = await findApp(context, actor, platform, row.host);
  if (!app) throw new Refusal("conflict", `${formatNotSetUp(row.platform)} Nothing was changed.`);
  const at = {
    host: row.host,
    redirectUri: getConnectCallbackUrl(context),
    code: answer.code,
    verifier: row.verifier,
    app,
  };
  const result = await connect.finish(at, context.netFor(platform, row.host));
  if ("problem" in result && result.isAppGone) await context.appKeys.remove(toAppScope(actor, platform, row.host));
  if ("problem" in result) throw connectRefusal(result, "");
  if (!("choose" in result)) return await finish(result);
  if (row.channelId !== null) return await finish(await findSameAccount(context.pool, row.channelId, result));
  const [only, ...others] = result.choose;
  if (only && others.length === 0) return await finish(only);
  const picking = createPendingConnection(context);
  await savePendingConnection(context, actor, picking, {
    platform: row.platform,
    host: row.host,
    name: row.name,
    members: row.members,
    choices: result.choose,
  });
  return {
    channel: null,
    choice: await presentAccountChoice(context.pool, actor, { ...row, state: picking.state }, result),
  };
}

/** The exact address that is registered on platforms. */
export const getConnectCallbackUrl = ({ settings }: Pick<Context, "settings">) =>
  `${settings.origin}${connectCallbackPath}`;

async function beginOAuth(
  context: Context,
  actor: Actor,
  options: { platform: Platform; connect: OAuthFlow; input: ConnectAccountInput; before: { host: string } | null },
): Promise<string> {
  const { platform, connect, input, before } = options;
  const { slug } = platform.connector;
  const host = before?.host ?? resolveHost(context, platform, connect, input.host);
  const found = await findApp(context, actor, platform, host);
  const isForgotten =
    found !== null &&
    connect.app.from === "server" &&
    (await connect.app.isForgotten({ host, app: found }, context.netFor(platform, host)));
  const app = found && !isForgotten ? found : await register(context, platform, connect, host);
  const connection = createPendingConnection(context);
  const { state, verifier } = connection;
  const { name, members, channel_id } = input;
  await savePendingConnection(context, actor, connection, { platform: slug, host, name, members, channel_id });
  // RFC 7636 §4.2: S256 of the verifier's ASCII.
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const isAnother = await hasOtherAccount(context.pool, actor, { platform: slug, host, channelId: input.channel_id });
  return connect.authorizeUrl({ host, redirectUri: getConnectCallbackUrl(context), state, challenge, app, isAnother });
}

function resolveHost(context: Context, platform: Platform, connect: OAuthFlow, typed: string | undefined): string {
  if (!connect.host) return platform.base ?? "";
  const read = parseServerAddress(typed ?? "", context.settings.outboundAllow);
  if ("problem" in read) throw new Refusal("invalid_request", read.problem, "host");
  return read.host;
}

/** Finds the operator's application credentials, or those that this server issued for our current redirect address. */
async function findApp(
  context: Context,
  actor: Actor,
  platform: Platform,
  host: string,
): Promise<AppCredentials | null> {
  const found = await context.appKeys.find(toAppScope(actor, platform, host));
  const { redirectUri: registered } = found ?? {};
  return registered === undefined || registered === getConnectCallbackUrl(context) ? found : null;
}

function toAppScope({ orgId }: Actor, { connector, connect }: Platform, host: string) {
  const isOfServer = connect.by === "oauth" && connect.app.from === "server";
  return { platform: connector.slug, ...(isOfServer ? { host, orgId: null } : { host: "", orgId }) };
}

async function register(
  context: Context,
  platform: Platform,
  connect: OAuthFlow,
  host: string,
): Promise<AppCredentials> {
  const { slug } = platform.connector;
  if (connect.app.from !== "server") throw new Refusal("conflict", formatNotSetUp(slug));
  const at = { host, redirectUri: getConnectCallbackUrl(context), name: "Postwright" };
  const registered = await connect.app.register(at, context.netFor(platform, host));
  if ("problem" in registered) throw connectRefusal(registered, "");
  await context.appKeys.save({ platform: slug, host, orgId: null }, { ...registered, redirectUri: at.redirectUri });
  return registered;
}

/** Checks that the channel exists and belongs to this platform, before the browser leaves for the platform. */
async function requireReconnectable(
  context: Context,
  actor: Actor,
  { platform, channel_id: id = "" }: ConnectAccountInput,
) {
  return await inTransaction(context.pool, async (tx) => {
    const channel = await lockChannel(tx, actor, id);
    if (channel.practice) throw new Refusal("conflict", `${channel.name} is a practice channel and has no account.`);
    if (channel.platform !== platform) {
      const message = `${channel.name} is on ${formatPlatformName(channel.platform)}, not on ${formatPlatformName(platform)}.`;
      throw new Refusal("invalid_request", message, "channel_id");
    }
    return channel;
  });
}

async function saveAccountGrant(
  context: Context,
  actor: Actor,
  options: { platform: Platform; connected: AccountGrant; input: Omit<ConnectAccountInput, "platform"> },
): Promise<ChannelDetail> {
  const { name, members, channel_id: channelId } = options.input;
  const { profile, secret } = options.connected;
  const problem = await findImageAddressProblem(context, options.platform);
  const connected = { profile: { ...profile, told: withImageAddress(profile.told, problem) }, secret };
  const id = await inTransaction(context.pool, (tx) =>
    saveConnectedAccount(tx, context, actor, {
      platform: options.platform.connector.slug,
      connected,
      isIdOfServer: options.platform.connect.by === "oauth" && options.platform.connect.host !== null,
      name,
      members,
      channelId: channelId ?? null,
    }),
  );
  await updateAvatar(context, id, profile.avatarUrl);
  return await requireChannelDetail(context.pool, actor, id, context);
}

/** Stores the avatar after the connection: an account is connected with or without one. */
async function updateAvatar(context: Context, id: string, avatarUrl: string | null): Promise<void> {
  const url = toHttpsUrl(avatarUrl);
  const file = url === null ? null : await storeAvatar(context, url);
  await context.pool.query("update channels set avatar_file = $2 where id = $1 and removed_at is null", [id, file]);
}

function requireGrant(result: AccountGrant | ConnectProblem, before: string): AccountGrant {
  if ("problem" in result) throw connectRefusal(result, before);
  return result;
}

const connectRefusal = ({ problem, field }: ConnectProblem, before: string) =>
  new Refusal("invalid_request", problem, field === undefined ? undefined : `${before}${field}`);

type Database = Pick<pg.Pool, "query">;

/** Lists the accounts of one sign-in for its member to choose from, and marks those that are channels already. */
async function presentAccountChoice(
  db: Database,
  actor: Actor,
  options: { platform: string; state: string },
  { choose }: AccountChoice,
): Promise<ConnectionChoice> {
  const { rows } = await db.query<{ id: string; name: string; remote_id: string; host: string }>(
    `select id, name, remote_id, host from channels
     where org_id = $1 and platform = $2 and remote_id = any($3) and not practice and removed_at is null`,
    [actor.orgId, options.platform, choose.map(({ profile }) => profile.remoteId)],
  );
  return {
    platform: options.platform,
    state: options.state,
    accounts: choose.map(({ profile, what }) => ({
      id: profile.remoteId,
      name: profile.name,
      username: profile.username,
      what,
      channel: rows.find((row) => row.remote_id === profile.remoteId && row.host === profile.host)?.name ?? null,
    })),
  };
}

/**
 * Finds the account of a channel that is reconnected, which leaves no choice.
 * @throws Refusal `conflict` with all names
 */
async function findSameAccount(db: Database, channelId: string, { choose }: AccountChoice): Promise<AccountGrant> {
  const { rows } = await db.query<{ name: string; username: string; remote_id: string }>(
    "select name, username, remote_id from channels where id = $1",
    [channelId],
  );
  const same = choose.find(({ profile }) => profile.remoteId === rows[0]?.remote_id);
  if (same) return same;
  const names = choose.slice(0, 3).map(({ profile }) => formatAccountHandle(profile.username));
  const rest = choose.length > names.length ? ` and ${choose.length - names.length} more` : "";
  throw wrongAccountRefusal(rows[0]?.name ?? "", rows[0]?.username ?? "", `${names.join(", ")}${rest}`);
}

/** Tells if another channel of the organization is an account on the same platform and server. */
async function hasOtherAccount(
  db: Database,
  actor: Actor,
  options: { platform: string; host: string; channelId: string | undefined },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from channels where org_id = $1 and platform = $2 and host = $3 and id is distinct from $4
       and not practice and removed_at is null limit 1`,
    [actor.orgId, options.platform, options.host, options.channelId ?? null],
  );
  return rows.length > 0;
}
