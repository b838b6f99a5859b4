import { createHash } from "node:crypto";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { ChannelDetail, ConnectChoice } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { getChannel, lockChannel } from "#lib/service/channels/core/channel-details.ts";
import { notSetUp } from "./connect-methods.ts";
import { keepAvatar } from "./store-avatar.ts";
import { hasOther, presentChoice, sameAccount } from "#lib/service/channels/pick-account.ts";
import type { AppKeys, Connect, Connected, ConnectProblem, Platform } from "#lib/service/channels/core/platform.ts";
import { readHost } from "./server-address.ts";
import { httpsOnly, saveConnected } from "./save-account.ts";
import { accountOf, beginSignIn, connectedPath, finishSignIn, noSignIn } from "./platform-sign-in.ts";
import { keepConnection, newConnection, startAgain, takeConnection } from "./pending-connection.ts";

type Wanted = {
  platform: string;
  name?: string | undefined;
  host?: string | undefined;
  values?: Readonly<Record<string, string>> | undefined;
  account?: string | undefined;
  members?: readonly string[] | null | undefined;
  channel_id?: string | undefined;
};
type OAuth = Extract<Connect, { by: "oauth" }>;
type Begun = { channel: ChannelDetail | null; authorize_url: string | null };
type Finished = { channel: ChannelDetail | null; choice: ConnectChoice | null };

/**
 * Connects an account by what was filled in, or begins a connection that the platform answers. It waits for platforms, so
 * it holds no transaction meanwhile.
 * @throws Refusal with a sentence; then nothing was changed
 */
export async function connectAccount(context: Context, actor: Actor, wanted: Wanted): Promise<Begun> {
  const platform = context.platformOf(wanted.platform);
  if (!platform) {
    const message = `Accounts on ${platformName(wanted.platform)} can't be connected here.`;
    throw new Refusal("invalid_request", message, "platform");
  }
  const before = wanted.channel_id === undefined ? null : await readReconnected(context, actor, wanted);
  const { connect, signIn } = platform;
  if (wanted.account !== undefined) {
    if (!signIn) throw noSignIn(wanted.platform);
    const account = before ? await accountOf(context, before.id) : wanted.account;
    const { name, members, channel_id } = wanted;
    const at = { platform, signIn, account, wanted: { name, members, channel_id } };
    return { channel: null, authorize_url: await beginSignIn(context, actor, at) };
  }
  if (connect.by === "oauth") {
    return { channel: null, authorize_url: await begin(context, actor, { platform, connect, wanted, before }) };
  }
  const known = new Set(connect.fields.map(({ name }) => name));
  const values = Object.entries(wanted.values ?? {}).filter(([name]) => known.has(name));
  const trimmed = Object.fromEntries(values.map(([name, value]) => [name, value.trim()]));
  const connected = needConnected(await connect.run(trimmed, context.netFor(platform, "")), "values.");
  return { channel: await save(context, actor, { platform, connected, wanted }), authorize_url: null };
}

type Answer = {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
  account?: string | undefined;
};

/**
 * What came back from the platform, once; where the sign-in gave several accounts, first which they are, then the one that
 * was picked. A channel that is connected again picks by itself.
 * @throws Refusal; then nothing was changed, and the answer is spent
 */
export async function finishConnection(context: Context, actor: Actor, answer: Answer): Promise<Finished> {
  const row = await takeConnection(context, actor, answer.state);
  const platform = context.platformOf(row.platform);
  const connect = platform?.connect;
  if (!platform || (!row.signIn && connect?.by !== "oauth")) throw startAgain();
  const wanted = { name: row.name, members: row.members, channel_id: row.channelId ?? undefined };
  const finish = async (connected: Connected): Promise<Finished> => ({
    channel: await save(context, actor, { platform, connected, wanted }),
    choice: null,
  });
  if (row.choices) {
    const picked = row.choices.find(({ profile }) => profile.remoteId === answer.account);
    if (!picked) throw startAgain();
    return await finish(picked);
  }
  const name = platformName(row.platform);
  if (answer.code === undefined) {
    const said =
      answer.error === "access_denied"
        ? `You declined access at ${name}, so nothing was connected.`
        : `${name} did not let you connect. Nothing was changed. Start again in a moment.`;
    throw new Refusal("conflict", said);
  }
  if (row.signIn || connect?.by !== "oauth") {
    return await finish(await finishSignIn(context, platform, row, { ...answer, code: answer.code }));
  }
  const app = await findApp(context, actor, platform, row.host);
  if (!app) throw new Refusal("conflict", `${notSetUp(row.platform)} Nothing was changed.`);
  const at = { host: row.host, redirectUri: redirectUri(context), code: answer.code, verifier: row.verifier, app };
  const result = await connect.finish(at, context.netFor(platform, row.host));
  if ("problem" in result && result.isAppGone) await context.appKeys.remove(appPlace(actor, platform, row.host));
  if ("problem" in result) throw refused(result, "");
  if (!("choose" in result)) return await finish(result);
  if (row.channelId !== null) return await finish(await sameAccount(context.pool, row.channelId, result));
  const [only, ...others] = result.choose;
  if (only && others.length === 0) return await finish(only);
  const picking = newConnection(context);
  await keepConnection(context, actor, picking, {
    ...{ platform: row.platform, host: row.host, name: row.name, members: row.members, choices: result.choose },
  });
  return { channel: null, choice: await presentChoice(context.pool, actor, { ...row, state: picking.state }, result) };
}

/** The exact address that is registered on platforms. */
export const redirectUri = ({ settings }: Pick<Context, "settings">) => `${settings.origin}${connectedPath}`;

async function begin(
  context: Context,
  actor: Actor,
  at: { platform: Platform; connect: OAuth; wanted: Wanted; before: { host: string } | null },
): Promise<string> {
  const { platform, connect, wanted, before } = at;
  const { slug } = platform.connector;
  const host = before?.host ?? hostOf(context, platform, connect, wanted.host);
  const app = (await findApp(context, actor, platform, host)) ?? (await register(context, platform, connect, host));
  const connection = newConnection(context);
  const { state, verifier } = connection;
  const { name, members, channel_id } = wanted;
  await keepConnection(context, actor, connection, { platform: slug, host, name, members, channel_id });
  // RFC 7636 §4.2: S256 of the verifier's ASCII.
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const isAnother = await hasOther(context.pool, actor, { platform: slug, host, channelId: wanted.channel_id });
  return connect.authorizeUrl({ host, redirectUri: redirectUri(context), state, challenge, app, isAnother });
}

function hostOf(context: Context, platform: Platform, connect: OAuth, typed: string | undefined): string {
  if (!connect.host) return platform.base ?? "";
  const read = readHost(typed ?? "", context.settings.outboundAllow);
  if ("problem" in read) throw new Refusal("invalid_request", read.problem, "host");
  return read.host;
}

/** Ours from the operator, or those that this server gave for this very address to come back to. */
async function findApp(context: Context, actor: Actor, platform: Platform, host: string): Promise<AppKeys | null> {
  const found = await context.appKeys.find(appPlace(actor, platform, host));
  const { redirectUri: registered } = found ?? {};
  return registered === undefined || registered === redirectUri(context) ? found : null;
}

function appPlace({ orgId }: Actor, { connector, connect }: Platform, host: string) {
  const isOfServer = connect.by === "oauth" && connect.app.from === "server";
  return { platform: connector.slug, ...(isOfServer ? { host, orgId: null } : { host: "", orgId }) };
}

async function register(context: Context, platform: Platform, connect: OAuth, host: string): Promise<AppKeys> {
  const { slug } = platform.connector;
  if (connect.app.from !== "server") throw new Refusal("conflict", notSetUp(slug));
  const at = { host, redirectUri: redirectUri(context), name: "Postwright" };
  const made = await connect.app.register(at, context.netFor(platform, host));
  if ("problem" in made) throw refused(made, "");
  await context.appKeys.save({ platform: slug, host, orgId: null }, { ...made, redirectUri: at.redirectUri });
  return made;
}

/** Before anybody is sent away: the channel is there, and is of this platform. */
async function readReconnected(context: Context, actor: Actor, { platform, channel_id: id = "" }: Wanted) {
  return await inTransaction(context.pool, async (tx) => {
    const channel = await lockChannel(tx, actor, id);
    if (channel.practice) throw new Refusal("conflict", `${channel.name} is a practice channel: there is no account.`);
    if (channel.platform !== platform) {
      const message = `${channel.name} is on ${platformName(channel.platform)}, not on ${platformName(platform)}.`;
      throw new Refusal("invalid_request", message, "channel_id");
    }
    return channel;
  });
}

async function save(
  context: Context,
  actor: Actor,
  at: { platform: Platform; connected: Connected; wanted: Omit<Wanted, "platform"> },
): Promise<ChannelDetail> {
  const { name, members, channel_id: channelId } = at.wanted;
  const id = await inTransaction(context.pool, (tx) =>
    saveConnected(tx, context, actor, {
      ...{ platform: at.platform.connector.slug, connected: at.connected },
      isIdOfServer: at.platform.connect.by === "oauth" && at.platform.connect.host !== null,
      ...{ name, members, channelId: channelId ?? null },
    }),
  );
  await showPicture(context, id, at.connected.profile.avatarUrl);
  return await getChannel(context.pool, actor, id, context);
}

/** Afterwards: an account is connected with or without its picture. */
async function showPicture(context: Context, id: string, told: string | null): Promise<void> {
  const url = httpsOnly(told);
  const file = url === null ? null : await keepAvatar(context, url);
  await context.pool.query("update channels set avatar_file = $2 where id = $1 and removed_at is null", [id, file]);
}

function needConnected(result: Connected | ConnectProblem, before: string): Connected {
  if ("problem" in result) throw refused(result, before);
  return result;
}

const refused = ({ problem, field }: ConnectProblem, before: string) =>
  new Refusal("invalid_request", problem, field === undefined ? undefined : `${before}${field}`);
