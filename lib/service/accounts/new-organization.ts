import * as z from "zod";
import type { OpenedSession, Visitor } from "#lib/embed";
import { inTransaction } from "#lib/service/db/tx";
import { requireLiveKey } from "#lib/service/keys/require-live-key";
import { createOrganization } from "#lib/service/members/create-organization";
import { Refusal } from "#lib/service/refusal";
import type { AccountParts } from "./account-parts.ts";
import { listMemberships } from "./list-memberships.ts";
import { needAccount, needOwnAccount } from "./need-account.ts";
import { openAccountSession } from "./open-session.ts";

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
export async function newOrganization(
  { pool, db, clock }: AccountParts,
  session: OpenedSession,
  name: string,
  { device, address }: Visitor,
): Promise<OpenedSession> {
  const me = await needOwnAccount(db, session);
  const read = Name.safeParse(name);
  if (!read.success) {
    throw new Refusal("invalid_request", "The organization's name must have 1 to 100 characters.", "organization");
  }
  return inTransaction(pool, async (tx) => {
    if (!(await listMemberships(tx, me.accountId)).some((one) => one.role === "owner")) {
      throw new Refusal("forbidden", "Only owners of an organization here may create another. Ask one of them.");
    }
    const { name: person, email } = await needAccount(tx, me.accountId);
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
