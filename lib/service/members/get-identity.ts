import type { Identity } from "#lib/contract/types";
import type { Actor } from "#lib/service/actor";
import { eq } from "#lib/service/db/drizzle";
import { members, organizations } from "#lib/service/db/schema";
import type { Db } from "#lib/service/db/tx";

/** Who the key acts as; null only when the member was removed in the same moment. */
export async function getIdentity(db: Db, actor: Actor): Promise<Identity | null> {
  const [row] = await db
    .select({
      org: { id: organizations.id, name: organizations.name, slug: organizations.slug },
      membership: { id: members.id, role: members.role, name: members.name, email: members.email },
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.orgId))
    .where(eq(members.id, actor.memberId));
  return row ? { ...row, scopes: [...actor.scopes] } : null;
}
