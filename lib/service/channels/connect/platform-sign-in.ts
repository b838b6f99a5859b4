import { createHash } from "node:crypto";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { AppClient, AppKeyring, Connected, ConnectProblem, Platform, SignIn } from "#lib/service/channels/core/platform.ts";
import { keepConnection, newConnection, startAgain, type TakenConnection } from "./pending-connection.ts";

/** Where platforms send people back to; it is registered there word for word. */
export const connectedPath = "/channels/connected";

type Wanted = {
  name?: string | undefined;
  members?: readonly string[] | null | undefined;
  channel_id?: string | undefined;
};
type At = Pick<Context, "appKeys" | "settings">;

/** Why people can't sign in at their own server with us at this address, a sentence; null where they can. */
export function whyNoSignIn({ settings }: Pick<Context, "settings">, signIn: SignIn): string | null {
  const client = signIn.client({ origin: settings.origin, backPath: connectedPath });
  return "missing" in client ? client.missing : null;
}

async function needClient({ appKeys, settings }: At, platform: Platform, signIn: SignIn) {
  const client = signIn.client({ origin: settings.origin, backPath: connectedPath });
  if ("missing" in client) throw new Refusal("conflict", `${client.missing} Nothing was changed.`);
  return { client, key: await needKey(appKeys, platform, signIn) };
}

/** One for the whole installation, made on its first use. */
async function needKey(appKeys: AppKeyring, { connector }: Platform, signIn: SignIn): Promise<string> {
  const at = { platform: connector.slug, host: "", orgId: null };
  const { clientSecret } = await appKeys.need(at, () => ({ clientId: "", clientSecret: signIn.makeKey() }));
  return clientSecret;
}

/** What we say of our application at an address of ours, to whoever asks; null where there is nothing to say. */
export async function readClientDocument(
  { appKeys, settings, platformOf }: At & Pick<Context, "platformOf">,
  slug: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  const platform = platformOf(slug);
  const { signIn } = platform ?? {};
  const client: AppClient | { missing: string } | undefined = signIn?.client({
    origin: settings.origin,
    backPath: connectedPath,
  });
  if (!platform || !signIn || !client || "missing" in client) return null;
  return signIn.document.make(client, {
    origin: settings.origin,
    key: await needKey(appKeys, platform, signIn),
  });
}

/** @returns where the person goes. @throws Refusal; then nothing was changed */
export async function beginSignIn(
  context: Context,
  actor: Actor,
  at: { platform: Platform; signIn: SignIn; account: string; wanted: Wanted },
): Promise<string> {
  const { platform, signIn, account, wanted } = at;
  const { client, key } = await needClient(context, platform, signIn);
  const connection = newConnection(context);
  const { state, verifier } = connection;
  // RFC 7636 §4.2: S256 of the verifier's ASCII.
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const begun = await signIn.begin({ account, state, challenge, client, key }, context.netFor(platform, ""));
  if ("problem" in begun) throw refused(begun);
  const { url, host, kept } = begun;
  await keepConnection(context, actor, connection, {
    ...{ ...wanted, platform: platform.connector.slug, host },
    signIn: kept,
  });
  return url;
}

/** @throws Refusal; then nothing was changed, and the answer is spent */
export async function finishSignIn(
  context: Context,
  platform: Platform,
  row: TakenConnection,
  answer: { code: string; iss?: string | undefined },
): Promise<Connected> {
  const { signIn } = platform;
  if (!signIn || !row.signIn) throw startAgain();
  const { client, key } = await needClient(context, platform, signIn);
  const result = await signIn.finish(
    { kept: row.signIn, code: answer.code, issuer: answer.iss ?? null, verifier: row.verifier, client, key },
    context.netFor(platform, row.host),
  );
  if ("problem" in result) throw refused(result);
  return result;
}

/** The id under which a channel's account is found, whatever it is called now. */
export async function accountOf({ pool }: Pick<Context, "pool">, channelId: string): Promise<string> {
  const { rows } = await pool.query<{ remote_id: string }>("select remote_id from channels where id = $1", [channelId]);
  return rows[0]?.remote_id ?? "";
}

const refused = ({ problem, field }: ConnectProblem) => new Refusal("invalid_request", problem, field);

export const noSignIn = (slug: string) =>
  new Refusal("invalid_request", `Accounts on ${platformName(slug)} are connected in another way.`, "account");
