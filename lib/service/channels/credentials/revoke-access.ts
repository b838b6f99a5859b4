import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, AppCredentials, Platform } from "#lib/service/channels/core/platform.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { getAppCredentialsKey } from "./access-tokens.ts";
import { getAccountSecret } from "./account-secrets.ts";

/** Access that a platform still grants us and nobody here needs any more. */
export type RevocableAccess = { platform: Platform; account: PlatformAccount; secret: AccountSecret; orgId: string };

/**
 * Returns the access to revoke when a channel goes.
 * @returns null if the platform lets no application give access back, or if another channel of this installation is the
 * same account: some platforms give both one token, or end all tokens at once
 */
export async function getRevocableAccess(
  tx: Tx,
  { platformOf, sealer }: Pick<Context, "platformOf" | "sealer">,
  channelId: string,
): Promise<RevocableAccess | null> {
  const { rows } = await tx.client.query({
    name: "left-access",
    text: `select org_id, platform, username, remote_id, host, told from channels c
           where id = $1 and not practice and not exists (select 1 from channels o where o.id <> c.id
             and o.removed_at is null and o.platform = c.platform and o.host = c.host and o.remote_id = c.remote_id)`,
    values: [channelId],
  });
  const row = rows[0];
  const platform = row ? platformOf(row.platform) : null;
  if (!platform?.revoke.can) return null;
  // The lock waits for a running refresh, whose result is then the access to revoke.
  const stored = await getAccountSecret(tx.client, sealer, channelId, "for update");
  if (!stored) return null;
  const { org_id: orgId, username, remote_id: remoteId, host, told: reportedLimits } = row;
  return { platform, account: { channelId, username, remoteId, host, reportedLimits }, secret: stored.secret, orgId };
}

/** Revokes the access, with one attempt; the account's owner can always revoke it on the platform. Never throws. */
export async function revokeAccess(
  { appKeys, netFor, log }: Pick<Context, "appKeys" | "netFor" | "log">,
  { platform, account, secret, orgId }: RevocableAccess,
): Promise<void> {
  const at = { channelId: account.channelId, platform: platform.connector.slug };
  try {
    const scope = getAppCredentialsKey(platform, account, orgId);
    const app: AppCredentials | null = scope && (await appKeys.find(scope));
    const { revoke } = platform;
    const isEnded = revoke.can && (await revoke.run(secret, { account, app }, netFor(platform, account.host)));
    log.info({ ...at, isEnded }, "access revoked");
  } catch (error) {
    log.warn({ ...at, what: (error as Error | null)?.name }, "access could not be revoked");
  }
}
