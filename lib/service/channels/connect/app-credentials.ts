import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { AuditEventType } from "#lib/contract/resources/audit-event-types.ts";
import { isAdmin } from "#lib/contract/scopes.ts";
import type { PlatformApp } from "#lib/contract/types.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { AppPurpose } from "#lib/service/channels/core/platform.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { getConnectCallbackUrl } from "./connect-account.ts";
import { getAppCredentialsSource } from "./connect-methods.ts";

type AppCredentialsDeps = Pick<Context, "platformOf" | "appKeys" | "settings">;
type AppCredentialsWriteDeps = AppCredentialsDeps & Pick<Context, "pool">;

/** Returns the application's credentials on a platform without the secret. */
export async function getAppCredentials(
  context: AppCredentialsDeps,
  actor: Actor,
  platform: string,
): Promise<PlatformApp> {
  requireOperatorApp(context, actor, platform);
  const keys = await context.appKeys.find({ platform, host: "", orgId: actor.orgId });
  const isFixed = context.appKeys.isFixed(platform);
  return {
    platform,
    client_id: keys?.clientId ?? null,
    has_secret: keys !== null,
    from: isFixed ? "environment" : keys === null ? null : "here",
    use: keys?.use ?? getPurposes(context, platform)[0]?.name ?? null,
    redirect_uri: getConnectCallbackUrl(context),
  };
}

/** @throws Refusal `conflict` if the environment sets the credentials */
export async function setAppCredentials(
  context: AppCredentialsWriteDeps,
  actor: Actor,
  platform: string,
  input: { client_id: string; client_secret: string; use?: string | undefined },
): Promise<PlatformApp> {
  requireOperatorApp(context, actor, platform);
  requireChangeable(context, platform);
  const { use } = input;
  if (use !== undefined && !getPurposes(context, platform).some(({ name }) => name === use)) {
    const message = `${formatPlatformName(platform)} has no application for this purpose.`;
    throw new Refusal("invalid_request", message, "use");
  }
  const keys = { clientId: input.client_id, clientSecret: input.client_secret, ...(use !== undefined && { use }) };
  await context.appKeys.save({ platform, host: "", orgId: actor.orgId }, keys);
  await record(context, "app_credentials.set", actor, platform);
  return getAppCredentials(context, actor, platform);
}

export async function removeAppCredentials(
  context: AppCredentialsWriteDeps,
  actor: Actor,
  platform: string,
): Promise<PlatformApp> {
  requireOperatorApp(context, actor, platform);
  requireChangeable(context, platform);
  await context.appKeys.remove({ platform, host: "", orgId: actor.orgId });
  await record(context, "app_credentials.remove", actor, platform);
  return getAppCredentials(context, actor, platform);
}

function record({ pool }: AppCredentialsWriteDeps, type: AuditEventType, by: Actor, platform: string): Promise<void> {
  return recordAuditEvent(pool, {
    type,
    by,
    target: { type: "platform", id: platform, name: formatPlatformName(platform) },
  });
}

function getPurposes({ platformOf }: AppCredentialsDeps, slug: string): readonly AppPurpose[] {
  const connect = platformOf(slug)?.connect;
  return connect?.by === "oauth" && connect.app.from === "operator" ? (connect.app.uses ?? []) : [];
}

function requireOperatorApp({ platformOf }: AppCredentialsDeps, actor: Actor, slug: string): void {
  if (!isAdmin(actor.role)) throw new Refusal("forbidden", "Only administrators can view and change app credentials.");
  const platform = platformOf(slug);
  if (platform && getAppCredentialsSource(platform) === "operator") return;
  throw new Refusal("not_found", "This platform doesn't exist or needs no app credentials.");
}

function requireChangeable({ appKeys }: AppCredentialsDeps, platform: string): void {
  if (!appKeys.isFixed(platform)) return;
  const message = `The app credentials for ${formatPlatformName(platform)} are set in the server's environment. Nothing was changed. Change them there.`;
  throw new Refusal("conflict", message);
}
