import { hashToken } from "#lib/service/api-keys/api-key-token.ts";
import { hasSignInMethodSql } from "#lib/service/auth/accounts.ts";
import type { Context } from "#lib/service/core/context.ts";

type Parts = Pick<Context, "pool" | "clock" | "log">;

/** Marks the key of SETUP_KEY in an installation that was set up before such keys were marked. */
export async function markSetupKey({ pool }: Pick<Parts, "pool">, key: string): Promise<void> {
  await pool.query("update api_keys set from_setup = true where hash = $1 and not from_setup", [hashToken(key)]);
}

const workingSql = `
  select m.org_id, m.id from api_keys k join members m on m.id = k.member_id join accounts a on a.id = m.account_id
  where k.from_setup and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
    and m.removed_at is null and ${hasSignInMethodSql("a.id", "$1")}`;

/**
 * Logs a warning at start when the key of SETUP_KEY still works although its owner signs in without it.
 * @param issuer the OpenID provider in use; signing in there counts as a sign-in method
 */
export async function warnOfLeftoverSetupKey({ pool, clock, log }: Parts, issuer: string | null): Promise<void> {
  const { rows } = await pool.query<{ org_id: string; id: string }>(workingSql, [issuer, clock.now()]);
  for (const { org_id: orgId, id: memberId } of rows) log.warn({ orgId, memberId }, warning);
}

const warning =
  "The API key of SETUP_KEY still works and can do everything its owner can. Create a narrower key for your programs, revoke this one under Profile, API keys, and remove the SETUP_ settings.";
