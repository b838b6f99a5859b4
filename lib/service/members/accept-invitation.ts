import type { Invitation } from "#lib/contract/types.ts";
import { hashToken } from "#lib/service/api-keys/api-key-token.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { addMember } from "./create-organization.ts";
import { getInvitationState } from "./present-invitation.ts";

/** What somebody who holds the link is shown before they join. */
export type InvitationDetails = Pick<Invitation, "role" | "email" | "state"> & {
  /** The link is the one in the e-mail, which nobody but the reader of that mail has. */
  isMailed: boolean;
  id: string;
  orgId: string;
  organization: string;
  by: string;
  expiresAt: Date;
};

const selectInvitationSql = `
  select i.id, i.role, i.email, i.org_id, o.name as organization, m.name as by, i.expires_at, i.used_at, i.revoked_at,
    i.mail_token_hash is not distinct from $1 as is_mailed
  from invitations i join organizations o on o.id = i.org_id join members m on m.id = i.made_by
  where i.token_hash = $1 or i.mail_token_hash = $1`;

type Row = {
  id: string;
  role: "admin" | "member";
  email: string | null;
  org_id: string;
  organization: string;
  by: string;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  is_mailed: boolean;
};

/** The invitation behind a token, in whatever state; null when there is none. Reads only. */
export async function findInvitationByToken(
  db: Pick<Tx["client"], "query">,
  token: string,
  clock: Clock,
): Promise<InvitationDetails | null> {
  const { rows } = await db.query<Row>({
    name: "read-invitation",
    text: selectInvitationSql,
    values: [hashToken(token)],
  });
  return rows[0] ? present(rows[0], clock) : null;
}

/**
 * Makes the person a member, once: the row is locked, so that of two who come with one link the second is refused.
 * @throws Refusal `not_found` for an unknown token; `conflict` when it was used, revoked or has run out, and when the
 *   account is in the organization already or was deactivated there
 */
export async function acceptInvitation(
  tx: Tx,
  token: string,
  person: { accountId: string; name: string; email: string },
  clock: Clock,
): Promise<{ memberId: string; orgId: string; organization: string; role: "admin" | "member" }> {
  const { rows } = await tx.client.query<Row>(`${selectInvitationSql} for no key update of i`, [hashToken(token)]);
  if (!rows[0]) throw new Refusal("not_found", "This invitation is not valid. Ask for a new link.");
  const invitation = present(rows[0], clock);
  if (invitation.state !== "open") throw new Refusal("conflict", unusable[invitation.state]);
  const { id, orgId, organization, role, email, isMailed } = invitation;
  // Two invitations of one organization used by one account at once come one after the other.
  await tx.client.query("select 1 from accounts where id = $1 for no key update", [person.accountId]);
  const already = await tx.client.query<{ removed: boolean }>(
    "select removed_at is not null as removed from members where org_id = $1 and account_id = $2",
    [orgId, person.accountId],
  );
  if (already.rows[0]) {
    const message = already.rows[0].removed
      ? `You were deactivated in ${organization}. Ask an administrator to reactivate you; the invitation stays unused.`
      : `You are already a member of ${organization}. The invitation stays unused.`;
    throw new Refusal("conflict", message);
  }
  const memberId = await addMember(tx, { orgId, role, ...person }, clock);
  await tx.client.query("update invitations set used_at = $2, used_by = $3 where id = $1", [id, clock.now(), memberId]);
  await recordAuditEvent(tx, {
    type: "member.join",
    by: { orgId, memberId, accountId: person.accountId },
    target: { type: "member", id: memberId },
    detail: { role },
  });
  if (isMailed) {
    // Only for the address that the e-mail went to: its reader may join with an account that has another one.
    await tx.client.query("update accounts set email_confirmed_at = $2 where id = $1 and lower(email) = lower($3)", [
      ...[person.accountId, clock.now(), email],
    ]);
  }
  return { memberId, orgId, organization, role };
}

const unusable = {
  used: "This invitation was already used. Ask for a new link.",
  revoked: "This invitation was revoked. Ask for a new link.",
  expired: "This invitation has expired. Ask for a new link.",
} as const;

function present(row: Row, clock: Clock): InvitationDetails {
  const { id, role, email, organization, by } = row;
  return {
    id,
    role,
    email,
    organization,
    by,
    isMailed: row.is_mailed,
    orgId: row.org_id,
    state: getInvitationState(row, clock.now()),
    expiresAt: row.expires_at,
  };
}
