import type { Clock } from "#lib/service/clock";
import { and, eq, isNull } from "#lib/service/db/drizzle";
import { apiKeys } from "#lib/service/db/schema";
import type { Tx } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";

/** Revokes a key of this member; a trigger tells every process. @throws Refusal `not_found` for a foreign or revoked one. */
export async function revokeKey(tx: Tx, input: { keyId: string; memberId: string }, clock: Clock): Promise<void> {
  const revoked = await tx
    .update(apiKeys)
    .set({ revokedAt: clock.now() })
    .where(and(eq(apiKeys.id, input.keyId), eq(apiKeys.memberId, input.memberId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  if (revoked.length === 0) throw new Refusal("not_found", "There is no such key.");
}
