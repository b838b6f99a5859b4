import type { Db, Tx } from "#lib/service/db/transaction.ts";

export type MembershipRecord = {
  memberId: string;
  name: string;
  role: string;
  orgId: string;
  orgName: string;
  orgSlug: string;
};

const columns = `m.id as "memberId", m.name, m.role, o.id as "orgId", o.name as "orgName", o.slug as "orgSlug"`;

/** Lists the members that an account may act as now, by name of the organization. */
export async function listMemberships(db: Db | Tx, accountId: string): Promise<MembershipRecord[]> {
  const { rows } = await getClient(db).query<MembershipRecord>({
    name: "list-memberships",
    text: `select ${columns} from members m join organizations o on o.id = m.org_id
           where m.account_id = $1 and m.removed_at is null order by lower(o.name), o.id`,
    values: [accountId],
  });
  return rows;
}

/** Lists the one membership of a member without an account. */
export async function listMembershipOfMember(db: Db | Tx, memberId: string): Promise<MembershipRecord[]> {
  const { rows } = await getClient(db).query<MembershipRecord>({
    name: "list-member",
    text: `select ${columns} from members m join organizations o on o.id = m.org_id
           where m.id = $1 and m.removed_at is null`,
    values: [memberId],
  });
  return rows;
}

/**
 * Returns the member that an account acts as after sign-in: the last used one, else the oldest. Null when none is left.
 */
export async function getLastUsedMemberId(db: Db | Tx, accountId: string): Promise<string | null> {
  const { rows } = await getClient(db).query<{ id: string }>({
    name: "last-member",
    text: `select m.id from members m
           left join lateral (
             select max(coalesce(s.last_used_at, s.created_at)) as at
             from api_keys k join sessions s on s.key_id = k.id
             where k.member_id = m.id and s.account_id = m.account_id) used on true
           where m.account_id = $1 and m.removed_at is null
           order by used.at desc nulls last, m.created_at, m.id limit 1`,
    values: [accountId],
  });
  return rows[0]?.id ?? null;
}

const getClient = (db: Db | Tx) => ("client" in db ? db.client : db.$client);
