import type { Identity } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import { eq } from "#lib/service/db/drizzle";
import { members, organizations } from "#lib/service/db/schema";
import type { Db, Tx } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";

/** Who the key acts as. @throws Refusal `unauthorized` when the member was removed in the same moment */
export async function needIdentity(db: Db | Tx, actor: Actor): Promise<Identity> {
  const [row] = await db
    .select({
      org: { id: organizations.id, name: organizations.name, slug: organizations.slug },
      membership: { id: members.id, role: members.role, name: members.name, email: members.email },
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.orgId))
    .where(eq(members.id, actor.memberId));
  if (!row) throw new Refusal("unauthorized", "The API key is missing, invalid or revoked.");
  return { ...row, scopes: [...actor.scopes] };
}
