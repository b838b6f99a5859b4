import * as z from "zod";
import type { OpenedSession, Visitor } from "#lib/embedded-service.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { createOrganization } from "#lib/service/members/create-organization.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { AccountDeps } from "#lib/service/auth/account-deps.ts";
import { listMemberships } from "#lib/service/auth/memberships.ts";
import { requireAccount, requireSignedInAccount } from "#lib/service/auth/require-account.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";

const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\0]*$/);

/**
 * A further organization of who owns one here, who goes on as its owner. Somebody who was only invited can't: the house
 * belongs to those who run it.
 */
export async function createOwnedOrganization(
  { pool, db, clock }: AccountDeps,
  session: OpenedSession,
  name: string,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const me = await requireSignedInAccount(db, session);
  const read = Name.safeParse(name);
  if (!read.success) {
    throw new Refusal("invalid_request", "The organization's name must have 1 to 100 characters.", "organization");
  }
  return inTransaction(pool, async (tx) => {
    if (!(await listMemberships(tx, me.accountId)).some((one) => one.role === "owner")) {
      throw new Refusal("forbidden", "Only owners of an organization here may create another. Ask one of them.");
    }
    const { name: person, email } = await requireAccount(tx, me.accountId);
    const made = await createOrganization(tx, { organization: read.data, name: person, email }, clock);
    // Nobody is shown this key: they make one under Profile when they want it.
    await tx.client.query("delete from api_keys where id = $1", [made.keyId]);
    await tx.client.query("update members set account_id = $2 where id = $1", [made.memberId, me.accountId]);
    const { accountId, way, provedAt, twoFactor } = me;
    const proof = { provedAt, twoFactor };
    const event = { type: "organization.create", name: read.data } as const;
    const opened = await openAccountSession(
      tx,
      { accountId, memberId: made.memberId, way, device, proof, event, address },
      clock,
    );
    await requireLiveKey(tx, me.actor.keyId);
    return opened;
  });
}
