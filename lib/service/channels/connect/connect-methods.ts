import { platformName } from "#lib/contract/platforms/platform-names.ts";
import { platformRules, platforms } from "#lib/contract/platforms/platform-rules.ts";
import type { ConnectWay, ConnectField as WireField } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { ConnectField, Platform, SignIn } from "#lib/service/channels/core/platform.ts";
import { whyNoSignIn } from "./platform-sign-in.ts";
import { versionWarning } from "#lib/service/channels/core/api-version-warning.ts";

/** The platforms that accounts can be connected on, in the order shown to people. */
export async function listConnectWays(
  context: Pick<Context, "platformOf" | "appKeys" | "clock" | "settings">,
  actor: Actor,
): Promise<ConnectWay[]> {
  const known = platforms.flatMap(({ slug }) => context.platformOf(slug) ?? []);
  return await Promise.all(known.map((platform) => present(platform, context, actor)));
}

async function present(
  platform: Platform,
  { appKeys, clock, settings }: Pick<Context, "appKeys" | "clock" | "settings">,
  { orgId }: Actor,
): Promise<ConnectWay> {
  const { connector, connect, needs, signIn } = platform;
  const { slug } = connector;
  const rules = platformRules(slug);
  const app = appOf(platform);
  const isSetUp = app !== "operator" || (await appKeys.find({ platform: slug, host: "", orgId })) !== null;
  return {
    platform: slug,
    name: platformName(slug),
    by: connect.by,
    fields: connect.by === "form" ? connect.fields.map(fieldOf) : [],
    host: connect.by === "oauth" && connect.host ? fieldOf(connect.host) : null,
    needs: [...needs],
    sign_in: signIn ? presentSignIn(signIn, whyNoSignIn({ settings }, signIn)) : null,
    can: {
      chain: rules !== null && rules.thread !== "never",
      images: rules?.images.max ?? 0,
      take_down: connector.remove.can,
      look_up: connector.findPart.can && connector.findPart.only === undefined,
    },
    app,
    app_uses: connect.by === "oauth" && connect.app.from === "operator" ? [...(connect.app.uses ?? [])] : [],
    is_set_up: isSetUp,
    missing: isSetUp ? null : notSetUp(slug),
    warning: versionWarning(platform, clock.now()),
  };
}

const presentSignIn = ({ field, instead, needs }: SignIn, missing: string | null): ConnectWay["sign_in"] => ({
  ...{ field: fieldOf(field), instead, needs: [...needs], is_set_up: missing === null, missing },
});

/** Whose keys the application needs on a platform. */
export function appOf({ connect }: Platform): ConnectWay["app"] {
  return connect.by === "oauth" ? connect.app.from : "none";
}

export const notSetUp = (slug: string) => `${platformName(slug)} is not set up by your administrator yet.`;

const fieldOf = ({ name, label, help, secret, usual }: ConnectField): WireField => ({
  ...{ name, label, help, secret, usual },
});
