import type { Identity } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

type MembershipRow = Identity["membership"] & { org: Identity["org"] };

const membershipSql = `
  select m.id, m.role, m.name, m.email, json_build_object('id', o.id, 'name', o.name, 'slug', o.slug) as org
  from members m join organizations o on o.id = m.org_id where m.id = $1`;

/** Who the key acts as. @throws Refusal `unauthorized` when the member was removed in the same moment */
export async function requireActorMembership(client: Pick<Tx["client"], "query">, actor: Actor): Promise<Identity> {
  const { rows } = await client.query<MembershipRow>({
    name: "actor-membership",
    text: membershipSql,
    values: [actor.memberId],
  });
  const [row] = rows;
  if (!row) throw new Refusal("unauthorized", "The API key is missing, invalid or revoked.");
  const isLimited = actor.credential.type === "key" && actor.credential.draftsOnly;
  const { org, ...membership } = row;
  return { org, membership, scopes: [...actor.scopes], ...(isLimited && { drafts_only: true }) };
}
