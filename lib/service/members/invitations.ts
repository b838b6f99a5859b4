import { limits } from "#lib/contract/limits.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Invitation, InvitationQuery, NewInvitation, Pagination } from "#lib/contract/types.ts";
import { generateApiKey, hashToken } from "#lib/service/api-keys/api-key-token.ts";
import { type Actor, getMakingKeyId } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { membershipGrant, requireNoEscalation } from "#lib/service/core/privilege-escalation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { type InvitationRecord, presentInvitation, selectInvitationsSql } from "./present-invitation.ts";
import { lockOrganization, requireAdmin } from "./require-admin.ts";

/**
 * Makes an invitation; its token is given out here and kept as a hash alone. With an e-mail there is a second token for the
 * letter: who invites never sees it, so that using it proves the address.
 * @throws Refusal `forbidden` for who is no administrator; `conflict` when too many are open
 */
export async function createInvitation(
  tx: Tx,
  actor: Actor,
  input: NewInvitation,
  clock: Clock,
): Promise<{ invitation: Invitation; token: string; mailToken: string | null }> {
  const caller = await lockOrganization(tx, actor);
  requireAdmin(caller, "invite people");
  requireNoEscalation(caller, membershipGrant(input.role), { scopes: "role", role: "role" });
  const now = clock.now();
  const { rows } = await tx.client.query<{ open: number }>(
    `select count(*)::int as open from invitations
     where org_id = $1 and used_at is null and revoked_at is null and expires_at > $2`,
    [actor.orgId, now],
  );
  if ((rows[0]?.open ?? 0) >= serverOnlyLimits.openInvitations) {
    const message = `${serverOnlyLimits.openInvitations} invitations are already open. Revoke one, then invite again.`;
    throw new Refusal("conflict", message);
  }
  const id = clock.newId();
  const token = createToken();
  const mailToken = input.email === undefined ? null : createToken();
  await tx.client.query(
    `insert into invitations (id, org_id, email, role, token_hash, made_by, created_at, expires_at, mail_token_hash, made_by_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      actor.orgId,
      input.email ?? null,
      input.role,
      hashToken(token),
      actor.memberId,
      now,
      new Date(now.getTime() + limits.invitationDays * dayMs),
      mailToken && hashToken(mailToken),
      getMakingKeyId(actor),
    ],
  );
  const created = await tx.client.query<InvitationRecord>(`${selectInvitationsSql} where i.id = $1`, [id]);
  const [row] = created.rows;
  if (!row) throw new Error("The created invitation was not returned.");
  return { invitation: presentInvitation(row, now), token, mailToken };
}

/** Of a key's 256 bits, without its prefix: it must not be taken for one. */
const createToken = () => generateApiKey().slice("pw_".length);

/** The SQL of each state, as `stateOfInvitation` decides it; $2 is now. */
const invitationStateSql = {
  used: "i.used_at is not null",
  revoked: "i.used_at is null and i.revoked_at is not null",
  expired: "i.used_at is null and i.revoked_at is null and i.expires_at <= $2",
  open: "i.used_at is null and i.revoked_at is null and i.expires_at > $2",
} as const;

/** Invitations, newest first, for administrators. @throws Refusal `forbidden` */
export async function listInvitations(
  db: Pick<Tx["client"], "query">,
  actor: Actor,
  { state, limit, offset }: InvitationQuery,
  clock: Clock,
): Promise<{ data: Invitation[]; pagination: Pagination }> {
  requireAdmin(actor, "see invitations");
  const now = clock.now();
  // Named in each shape of the statement, or PostgreSQL could not tell its type.
  const where = `i.org_id = $1 and $2::timestamptz is not null ${state === undefined ? "" : `and ${invitationStateSql[state]}`}`;
  const counted = await db.query<{ total: number }>(`select count(*)::int as total from invitations i where ${where}`, [
    actor.orgId,
    now,
  ]);
  const { rows } = await db.query<InvitationRecord>(
    `${selectInvitationsSql} where ${where} order by i.created_at desc, i.id desc limit $3 offset $4`,
    [actor.orgId, now, limit, offset],
  );
  return {
    data: rows.map((row) => presentInvitation(row, now)),
    pagination: { limit, offset, total: counted.rows[0]?.total ?? 0 },
  };
}

/** Ends an invitation. Again, or after it ran out, changes nothing. @throws Refusal `not_found`; `conflict` once it was used */
export async function revokeInvitation(tx: Tx, actor: Actor, id: string, clock: Clock): Promise<Invitation> {
  requireAdmin(await lockOrganization(tx, actor), "revoke invitations");
  const notFound = new Refusal("not_found", "The invitation was not found.");
  if (!isUuid(id)) throw notFound;
  const now = clock.now();
  const locked = await tx.client.query<{ used: boolean }>(
    "select used_at is not null as used from invitations where id = $1 and org_id = $2 for no key update",
    [id, actor.orgId],
  );
  if (!locked.rows[0]) throw notFound;
  if (locked.rows[0].used) {
    throw new Refusal(
      "conflict",
      "Someone has already joined with this invitation. Deactivate the member if they should not be here.",
    );
  }
  await tx.client.query(
    "update invitations set revoked_at = coalesce(revoked_at, case when expires_at > $2 then $2::timestamptz end) where id = $1",
    [id, now],
  );
  const { rows } = await tx.client.query<InvitationRecord>(`${selectInvitationsSql} where i.id = $1`, [id]);
  if (!rows[0]) throw notFound;
  return presentInvitation(rows[0], now);
}
