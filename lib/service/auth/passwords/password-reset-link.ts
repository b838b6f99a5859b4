import { isAdmin, type Role } from "#lib/contract/scopes.ts";
import { generateApiKey, hashToken } from "#lib/service/api-keys/api-key-token.ts";
import { ensureAccount } from "#lib/service/auth/accounts.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { requireNoEscalation, signInGrant } from "#lib/service/core/privilege-escalation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { lockOrganization, requireAdmin } from "#lib/service/members/require-admin.ts";
import { hourMs } from "#lib/time/time-units.ts";

/**
 * The source of a password reset link: e-mail, an administrator, or `server`, where Postwright prints the link on its
 * console.
 */
export type PasswordResetSource = "email" | "admin" | "server";

type NewReset = { accountId: string; source: PasswordResetSource; createdBy?: string; livesMs?: number };

/** Adds a password reset and returns its token; only a hash is stored. The link works once, by default for an hour. */
export async function createPasswordReset(
  tx: Tx,
  { accountId, source, createdBy, livesMs = hourMs }: NewReset,
  clock: Clock,
): Promise<{ token: string; expiresAt: Date }> {
  // The token has the 256 bits of an API key without the prefix, so that nobody takes it for a key.
  const token = generateApiKey().slice("pw_".length);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + livesMs);
  await tx.client.query(
    `insert into password_resets (id, account_id, token_hash, made_by, created_at, expires_at, source)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [clock.newId(), accountId, hashToken(token), createdBy ?? null, now, expiresAt, source],
  );
  return { token, expiresAt };
}

/**
 * Creates a link with which a member of the caller's organization sets a password, also a member who has only used API
 * keys.
 * @throws Refusal
 */
export async function createMemberResetLink(
  tx: Tx,
  actor: Actor,
  memberId: string,
  deps: { clock: Clock; origin: string },
): Promise<{ url: string; expires_at: string }> {
  const caller = await lockOrganization(tx, actor);
  requireAdmin(caller, "create a password reset link");
  requireNoEscalation(caller, signInGrant("member"));
  const { rows } = await tx.client.query<{ id: string }>(
    "select id from members where id = $1 and org_id = $2 and removed_at is null",
    [memberId, actor.orgId],
  );
  if (!rows[0]) throw new Refusal("not_found", "The member was not found.");
  const accountId = await ensureAccount(tx, memberId, deps.clock);
  const why = await findResetObstacle(tx, { accountId, by: { ...caller, memberId: actor.memberId } });
  if (why) throw new Refusal("forbidden", why);
  const { token, expiresAt } = await createPasswordReset(
    tx,
    { accountId, source: "admin", createdBy: actor.memberId },
    deps.clock,
  );
  return { url: `${deps.origin}/reset?token=${token}`, expires_at: expiresAt.toISOString() };
}

/**
 * Returns the reason why an administrator must not reset this account's password: the account belongs to another
 * organization too, or has a higher role. Null when the reset is allowed. Checked when the link is created and again
 * when it is used, because either may have changed.
 */
async function findResetObstacle(
  tx: Tx,
  { accountId, by }: { accountId: string; by: { memberId: string; orgId: string; role: Role } },
): Promise<string | null> {
  // The lock stops the account from joining an organization meanwhile: joining takes the same lock.
  await tx.client.query("select 1 from accounts where id = $1 for no key update", [accountId]);
  const { rows } = await tx.client.query<{ id: string; org_id: string; role: Role }>(
    "select id, org_id, role from members where account_id = $1",
    [accountId],
  );
  if (rows.some((row) => row.org_id !== by.orgId)) {
    return "This person also belongs to another organization: only they can reset their password, by e-mail.";
  }
  const above = by.role === "owner" ? undefined : rows.find((row) => row.role !== "member" && row.id !== by.memberId);
  if (above) {
    const whose = above.role === "owner" ? "an owner" : "an administrator";
    return `Only an owner can create a password reset link for ${whose}.`;
  }
  return isAdmin(by.role) && rows.length > 0 ? null : "Only administrators can create a password reset link.";
}

/** Checks whether a reset link by an administrator may still be used. */
export async function mayAdminResetPassword(tx: Tx, accountId: string, createdBy: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ org_id: string; role: Role }>(
    "select org_id, role from members where id = $1 and removed_at is null",
    [createdBy],
  );
  const maker = rows[0];
  if (!maker) return false;
  return (
    (await findResetObstacle(tx, { accountId, by: { memberId: createdBy, orgId: maker.org_id, role: maker.role } })) ===
    null
  );
}
