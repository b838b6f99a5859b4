import { limits } from "#lib/contract/limits";
import type { Invitation, NewInvitation } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import type { Clock } from "#lib/service/clock";
import type { Tx } from "#lib/service/db/tx";
import { hashKey, makeKey } from "#lib/service/keys/make-key";
import { Refusal } from "#lib/service/refusal";
import { lockOrganization, needAdmin } from "./need-admin.ts";
import { type InvitationRow, presentInvitation, selectInvitations } from "./present-invitation.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * Makes an invitation; its token is given out here and kept as a hash alone.
 * @throws Refusal `forbidden` for who is no administrator; `conflict` when too many are open
 */
export async function createInvitation(
  tx: Tx,
  actor: Actor,
  input: NewInvitation,
  clock: Clock,
): Promise<{ invitation: Invitation; token: string }> {
  needAdmin(await lockOrganization(tx, actor), "invite people");
  const now = clock.now();
  const { rows } = await tx.client.query<{ open: number }>(
    `select count(*)::int as open from invitations
     where org_id = $1 and used_at is null and revoked_at is null and expires_at > $2`,
    [actor.orgId, now],
  );
  if ((rows[0]?.open ?? 0) >= limits.openInvitations) {
    const message = `${limits.openInvitations} invitations are open already. Revoke one that nobody needs, then invite again.`;
    throw new Refusal("conflict", message);
  }
  const id = clock.newId();
  // Of a key's 256 bits, without its prefix: it must not be taken for one.
  const token = makeKey().slice("pw_".length);
  await tx.client.query(
    `insert into invitations (id, org_id, email, role, token_hash, made_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      actor.orgId,
      input.email ?? null,
      input.role,
      hashKey(token),
      actor.memberId,
      now,
      new Date(now.getTime() + limits.invitationDays * dayMs),
    ],
  );
  const made = await tx.client.query<InvitationRow>(`${selectInvitations} where i.id = $1`, [id]);
  const [row] = made.rows;
  if (!row) throw new Error("The invitation that was just made is not there.");
  return { invitation: presentInvitation(row, now), token };
}
