import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { getPlatformRules, platforms } from "#lib/contract/platforms/platform-rules.ts";
import type { ConnectionMethod, ConnectionField as WireField } from "#lib/contract/types.ts";
import { getApiVersionWarning } from "#lib/service/channels/core/api-version-warning.ts";
import { isRepeatSafe } from "#lib/service/channels/core/connector.ts";
import type { ConnectFormField, Platform, PlatformSignIn } from "#lib/service/channels/core/platform.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getSignInProblem } from "./platform-sign-in.ts";

/** Lists the platforms on which accounts can be connected, in the order of display. */
export async function listConnectMethods(
  context: Pick<Context, "platformOf" | "appKeys" | "clock" | "settings">,
  actor: Actor,
): Promise<ConnectionMethod[]> {
  const known = platforms.flatMap(({ slug }) => context.platformOf(slug) ?? []);
  return await Promise.all(known.map((platform) => present(platform, context, actor)));
}

async function present(
  platform: Platform,
  { appKeys, clock, settings }: Pick<Context, "appKeys" | "clock" | "settings">,
  { orgId }: Actor,
): Promise<ConnectionMethod> {
  const { connector, connect, requirements, signIn } = platform;
  const { slug } = connector;
  const rules = getPlatformRules(slug);
  const app = getAppCredentialsSource(platform);
  const isSetUp = app !== "operator" || (await appKeys.find({ platform: slug, host: "", orgId })) !== null;
  return {
    platform: slug,
    name: formatPlatformName(slug),
    by: connect.by,
    fields: connect.by === "form" ? connect.fields.map(fieldOf) : [],
    host: connect.by === "oauth" && connect.host ? fieldOf(connect.host) : null,
    needs: [...requirements],
    sign_in: signIn ? presentSignIn(signIn, getSignInProblem({ settings }, signIn)) : null,
    can: {
      chain: rules !== null && rules.thread !== "never",
      images: rules?.images.max ?? 0,
      take_down: connector.remove.can,
      look_up: connector.findPart.can && connector.findPart.only === undefined,
      // A server that nobody knows yet.
      repeat_safe: isRepeatSafe(connector.getRepeats({ reportedLimits: {} })),
    },
    app,
    app_uses: connect.by === "oauth" && connect.app.from === "operator" ? [...(connect.app.uses ?? [])] : [],
    is_set_up: isSetUp,
    missing: isSetUp ? null : formatNotSetUp(slug),
    warning: getApiVersionWarning(platform, clock.now()),
  };
}

const presentSignIn = (
  { field, instead, requirements }: PlatformSignIn,
  missing: string | null,
): ConnectionMethod["sign_in"] => ({
  field: fieldOf(field),
  instead,
  needs: [...requirements],
  is_set_up: missing === null,
  missing,
});

/** Says who supplies the application's credentials on a platform. */
export function getAppCredentialsSource({ connect }: Platform): ConnectionMethod["app"] {
  return connect.by === "oauth" ? connect.app.from : "none";
}

export const formatNotSetUp = (slug: string) => `Your administrator hasn't set up ${formatPlatformName(slug)} yet.`;

const fieldOf = ({ name, label, help, secret, usual }: ConnectFormField): WireField => ({
  name,
  label,
  help,
  secret,
  usual,
});
