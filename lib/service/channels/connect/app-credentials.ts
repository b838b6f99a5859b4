import type { AuditType } from "#lib/contract/resources/audit-event-types.ts";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { PlatformApp } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { recordAudit } from "#lib/service/audit/record-audit-event.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { redirectUri } from "./connect-account.ts";
import { appOf } from "./connect-methods.ts";
import type { AppUse } from "#lib/service/channels/core/platform.ts";

type Parts = Pick<Context, "platformOf" | "appKeys" | "settings">;
type Changing = Parts & Pick<Context, "pool">;

/** The application's keys on a platform, as far as they are shown: never the secret. */
export async function getPlatformApp(context: Parts, actor: Actor, platform: string): Promise<PlatformApp> {
  needOperated(context, actor, platform);
  const keys = await context.appKeys.find({ platform, host: "", orgId: actor.orgId });
  const isFixed = context.appKeys.isFixed(platform);
  return {
    platform,
    client_id: keys?.clientId ?? null,
    has_secret: keys !== null,
    from: isFixed ? "environment" : keys === null ? null : "here",
    use: keys?.use ?? usesOf(context, platform)[0]?.name ?? null,
    redirect_uri: redirectUri(context),
  };
}

/** @throws Refusal `conflict` where the environment has them */
export async function setPlatformApp(
  context: Changing,
  actor: Actor,
  platform: string,
  given: { client_id: string; client_secret: string; use?: string | undefined },
): Promise<PlatformApp> {
  needOperated(context, actor, platform);
  needChangeable(context, platform);
  const { use } = given;
  if (use !== undefined && !usesOf(context, platform).some(({ name }) => name === use)) {
    const message = `An application on ${platformName(platform)} can't be made for that.`;
    throw new Refusal("invalid_request", message, "use");
  }
  const keys = { clientId: given.client_id, clientSecret: given.client_secret, ...(use !== undefined && { use }) };
  await context.appKeys.save({ platform, host: "", orgId: actor.orgId }, keys);
  await record(context, "app_credentials.set", actor, platform);
  return getPlatformApp(context, actor, platform);
}

export async function removePlatformApp(context: Changing, actor: Actor, platform: string): Promise<PlatformApp> {
  needOperated(context, actor, platform);
  needChangeable(context, platform);
  await context.appKeys.remove({ platform, host: "", orgId: actor.orgId });
  await record(context, "app_credentials.remove", actor, platform);
  return getPlatformApp(context, actor, platform);
}

function record({ pool }: Changing, type: AuditType, by: Actor, platform: string): Promise<void> {
  return recordAudit(pool, { type, by, target: { type: "platform", id: platform, name: platformName(platform) } });
}

function usesOf({ platformOf }: Parts, slug: string): readonly AppUse[] {
  const connect = platformOf(slug)?.connect;
  return connect?.by === "oauth" && connect.app.from === "operator" ? (connect.app.uses ?? []) : [];
}

function needOperated({ platformOf }: Parts, actor: Actor, slug: string): void {
  if (!isAdmin(actor.role))
    throw new Refusal("forbidden", "Only administrators may see and set keys of the application.");
  const platform = platformOf(slug);
  if (platform && appOf(platform) === "operator") return;
  throw new Refusal("not_found", "There is no such platform, or it asks for no keys of the application.");
}

function needChangeable({ appKeys }: Parts, platform: string): void {
  if (!appKeys.isFixed(platform)) return;
  const message = `The keys on ${platformName(platform)} stand in the environment of the server. Nothing was changed. Change them there.`;
  throw new Refusal("conflict", message);
}
