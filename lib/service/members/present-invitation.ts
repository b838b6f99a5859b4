import type { Invitation } from "#lib/contract/types.ts";

export type InvitationRecord = {
  id: string;
  role: "admin" | "member";
  email: string | null;
  made_by: string;
  made_by_name: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  used_by: string | null;
  used_by_name: string | null;
  revoked_at: Date | null;
};

export const selectInvitationsSql = `
  select i.id, i.role, i.email, i.made_by, maker.name as made_by_name, i.created_at, i.expires_at, i.used_at, i.used_by,
    used.name as used_by_name, i.revoked_at
  from invitations i join members maker on maker.id = i.made_by left join members used on used.id = i.used_by`;

/** Used outlasts all: who joined stays. A link that ran out after it was revoked was revoked. */
export function getInvitationState(
  row: Pick<InvitationRecord, "used_at" | "revoked_at" | "expires_at">,
  now: Date,
): Invitation["state"] {
  if (row.used_at) return "used";
  if (row.revoked_at) return "revoked";
  return row.expires_at <= now ? "expired" : "open";
}

export function presentInvitation(row: InvitationRecord, now: Date): Invitation {
  return {
    id: row.id,
    state: getInvitationState(row, now),
    role: row.role,
    email: row.email,
    made_by: { id: row.made_by, name: row.made_by_name },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    used_by: row.used_by === null ? null : { id: row.used_by, name: row.used_by_name ?? "" },
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
