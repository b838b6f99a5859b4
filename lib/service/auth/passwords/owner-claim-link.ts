import type { AccountDeps } from "#lib/service/auth/account-deps.ts";
import { ensureAccount, hasSignInMethodSql } from "#lib/service/auth/accounts.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { createPasswordReset } from "./password-reset-link.ts";

const ownerSql = `
  select m.id from members m join organizations o on o.id = m.org_id
  where m.role = 'owner' and m.removed_at is null and not exists (
    select 1 from members other join accounts a on a.id = other.account_id
    where other.role = 'owner' and other.removed_at is null and ${hasSignInMethodSql("a.id", "$1")})
  order by o.created_at, m.created_at, m.id limit 1`;

/**
 * Creates a link with which the first owner sets a password. Returns null when an owner of the installation can already
 * sign in with an account. Otherwise the installation was set up by settings, or the person with the setup link chose
 * no sign-in method. The link works once, for 24 h.
 * @param issuer the OpenID provider in use; signing in there counts as a sign-in method
 */
export async function createOwnerClaimLink(
  { pool, clock, settings, log }: Pick<AccountDeps, "pool" | "clock" | "settings" | "log">,
  issuer: string | null,
): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(ownerSql, [issuer]);
  const owner = rows[0];
  if (!owner) return null;
  try {
    const { token } = await inTransaction(pool, async (tx) =>
      createPasswordReset(
        tx,
        { accountId: await ensureAccount(tx, owner.id, clock), source: "server", livesMs: dayMs },
        clock,
      ),
    );
    return `${settings.origin}/reset?token=${token}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ memberId: owner.id }, "owner claim link not created: another account has the owner's e-mail");
    return null;
  }
}
