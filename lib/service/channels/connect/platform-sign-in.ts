import { createHash } from "node:crypto";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type {
  AccountGrant,
  AppCredentialsStore,
  ConnectProblem,
  OAuthClientIdentity,
  Platform,
  PlatformSignIn,
} from "#lib/service/channels/core/platform.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import {
  connectionExpired,
  createPendingConnection,
  type PendingConnection,
  savePendingConnection,
} from "./pending-connection.ts";

/** The path of the address to which platforms send people back. It is registered there word for word. */
export const connectCallbackPath = "/channels/connected";

type SignInInput = {
  name?: string | undefined;
  members?: readonly string[] | null | undefined;
  channel_id?: string | undefined;
};
type SignInDeps = Pick<Context, "appKeys" | "settings">;

/**
 * Returns a sentence that says why people can't sign in at their own server while we run at this address; null if they
 * can.
 */
export function getSignInProblem({ settings }: Pick<Context, "settings">, signIn: PlatformSignIn): string | null {
  const client = signIn.client({ origin: settings.origin, backPath: connectCallbackPath });
  return "missing" in client ? client.missing : null;
}

async function requireClient({ appKeys, settings }: SignInDeps, platform: Platform, signIn: PlatformSignIn) {
  const client = signIn.client({ origin: settings.origin, backPath: connectCallbackPath });
  if ("missing" in client) throw new Refusal("conflict", `${client.missing} Nothing was changed.`);
  return { client, key: await requireSigningKey(appKeys, platform, signIn) };
}

/** Returns the signing key of the whole installation and creates it on first use. */
async function requireSigningKey(
  appKeys: AppCredentialsStore,
  { connector }: Platform,
  signIn: PlatformSignIn,
): Promise<string> {
  const at = { platform: connector.slug, host: "", orgId: null };
  const { clientSecret } = await appKeys.require(at, () => ({ clientId: "", clientSecret: signIn.createKey() }));
  return clientSecret;
}

/** Returns the public description of our application at one of our addresses; null if there is none. */
export async function getClientMetadata(
  { appKeys, settings, platformOf }: SignInDeps & Pick<Context, "platformOf">,
  slug: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const platform = platformOf(slug);
  const { signIn } = platform ?? {};
  const client: OAuthClientIdentity | { missing: string } | undefined = signIn?.client({
    origin: settings.origin,
    backPath: connectCallbackPath,
  });
  if (!platform || !signIn || !client || "missing" in client) return null;
  return signIn.document.create(client, {
    origin: settings.origin,
    key: await requireSigningKey(appKeys, platform, signIn),
  });
}

/**
 * Begins a sign-in on the pages of the account's own server.
 * @returns the address to which the browser goes
 * @throws Refusal; then nothing was changed
 */
export async function beginPlatformSignIn(
  context: Context,
  actor: Actor,
  options: { platform: Platform; signIn: PlatformSignIn; account: string; input: SignInInput },
): Promise<string> {
  const { platform, signIn, account, input } = options;
  const { client, key } = await requireClient(context, platform, signIn);
  const connection = createPendingConnection(context);
  const { state, verifier } = connection;
  // RFC 7636 §4.2: S256 of the verifier's ASCII.
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const begun = await signIn.begin({ account, state, challenge, client, key }, context.netFor(platform, ""));
  if ("problem" in begun) throw signInRefusal(begun);
  const { url, host, pending } = begun;
  await savePendingConnection(context, actor, connection, {
    ...input,
    platform: platform.connector.slug,
    host,
    signIn: pending,
  });
  return url;
}

/**
 * Completes a sign-in with the server's answer.
 * @throws Refusal; then nothing was changed, and the answer is used up
 */
export async function finishPlatformSignIn(
  context: Context,
  platform: Platform,
  row: PendingConnection,
  answer: { code: string; iss?: string | undefined },
): Promise<AccountGrant> {
  const { signIn } = platform;
  if (!signIn || !row.signIn) throw connectionExpired();
  const { client, key } = await requireClient(context, platform, signIn);
  const result = await signIn.finish(
    { pending: row.signIn, code: answer.code, issuer: answer.iss ?? null, verifier: row.verifier, client, key },
    context.netFor(platform, row.host),
  );
  if ("problem" in result) throw signInRefusal(result);
  return result;
}

/** Returns the platform's id of a channel's account, which survives a rename. */
export async function getRemoteAccountId({ pool }: Pick<Context, "pool">, channelId: string): Promise<string> {
  const { rows } = await pool.query<{ remote_id: string }>("select remote_id from channels where id = $1", [channelId]);
  return rows[0]?.remote_id ?? "";
}

const signInRefusal = ({ problem, field }: ConnectProblem) => new Refusal("invalid_request", problem, field);

export const signInNotSupported = (slug: string) =>
  new Refusal(
    "invalid_request",
    `Accounts on ${formatPlatformName(slug)} are connected in a different way.`,
    "account",
  );
