import type { Identity } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { eq } from "#lib/service/db/drizzle-exports.ts";
import { members, organizations } from "#lib/service/db/drizzle-tables.ts";
import type { Db, Tx } from "#lib/service/db/transaction.ts";

/** Who the key acts as. @throws Refusal `unauthorized` when the member was removed in the same moment */
export async function requireActorMembership(db: Db | Tx, actor: Actor): Promise<Identity> {
  const [row] = await db
    .select({
      org: { id: organizations.id, name: organizations.name, slug: organizations.slug },
      membership: { id: members.id, role: members.role, name: members.name, email: members.email },
    })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.orgId))
    .where(eq(members.id, actor.memberId));
  if (!row) throw new Refusal("unauthorized", "The API key is missing, invalid or revoked.");
  const isLimited = actor.credential.type === "key" && actor.credential.draftsOnly;
  return { ...row, scopes: [...actor.scopes], ...(isLimited && { drafts_only: true }) };
}
