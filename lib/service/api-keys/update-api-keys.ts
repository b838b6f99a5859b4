import { roleScopes, type Scope } from "#lib/contract/scopes.ts";
import type { ApiKey, MadeByKey } from "#lib/contract/types.ts";
import { type Actor, getMakingKeyId } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { parseIpRanges } from "#lib/service/core/ip-ranges.ts";
import { requireNoEscalation } from "#lib/service/core/privilege-escalation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { insertApiKey } from "./insert-api-key.ts";
import { getApiKey, lockApiKey } from "./list-api-keys.ts";
import { endMadeByKey } from "./made-by-key.ts";

export async function renameApiKey(tx: Tx, actor: Actor, id: string, name: string, clock: Clock): Promise<ApiKey> {
  const key = await lockApiKey(tx, actor, id);
  await tx.client.query({
    name: "keys-rename",
    text: "update api_keys set name = $2 where id = $1",
    values: [key.id, name],
  });
  return getApiKey(tx, actor, key.id, clock.now());
}

/**
 * A new value with the same rights. The row of the old one names its successor and ends after the overlap; one that was
 * still ending from the rotation before stops now, so that never more than two values work.
 * @throws Refusal `forbidden` where the key that asks can do less, ends earlier or works from fewer places than the other
 */
export async function rotateApiKey(
  tx: Tx,
  actor: Actor,
  id: string,
  overlapHours: number,
  clock: Clock,
): Promise<ApiKey & { value: string }> {
  const old = await lockApiKey(tx, actor, id);
  if (old.kind === "app") {
    throw new Refusal("invalid_request", "A connected app renews its own access. Disconnect it to end its access.");
  }
  const now = clock.now();
  const scopes = roleScopes[actor.role].filter((scope) => old.scopes.includes(scope));
  if (old.id !== actor.keyId) {
    const ranges = parseIpRanges(old.addresses);
    requireNoEscalation(actor, { scopes, endsAt: old.expires_at, ranges, draftsOnly: old.drafts_only });
  }
  await revokeFormerApiKey(tx, actor, old.id, now);
  const created = await insertApiKey(
    tx,
    {
      memberId: actor.memberId,
      name: old.name,
      // Its own scopes stay as they were asked for; another key is given what its role allows now.
      scopes: old.id === actor.keyId ? (old.scopes as Scope[]) : scopes,
      expiresAt: old.expires_at,
      addresses: old.addresses,
      draftsOnly: old.drafts_only,
      // A key that gives another one a new value knows that value.
      madeByKey: old.id === actor.keyId ? old.made_by_key : (getMakingKeyId(actor) ?? old.made_by_key),
    },
    clock,
  );
  const overlapEnd = new Date(now.getTime() + overlapHours * 3_600_000);
  await tx.client.query({
    name: "keys-replace",
    text: `update api_keys set replaced_by = $2, expires_at = least(coalesce(expires_at, $3::timestamptz), $3::timestamptz)
           where id = $1`,
    values: [old.id, created.id, overlapEnd],
  });
  return { ...(await getApiKey(tx, actor, created.id, now)), value: created.key };
}

/**
 * At once and for good, with the old value of a rotation. A trigger tells every process.
 * @param made whether what the key made ends too
 * @returns what ended with it; webhooks are still to be turned off
 */
export async function revokeApiKey(
  tx: Tx,
  actor: Actor,
  id: string,
  made: "end" | "keep",
  clock: Clock,
): Promise<MadeByKey[]> {
  const key = await lockApiKey(tx, actor, id);
  const now = clock.now();
  await revokeFormerApiKey(tx, actor, key.id, now);
  await tx.client.query({
    name: "keys-revoke",
    text: "update api_keys set revoked_at = $2 where id = $1",
    values: [key.id, now],
  });
  return made === "end" ? await endMadeByKey(tx, actor, key.id, now) : [];
}

async function revokeFormerApiKey(tx: Tx, actor: Actor, id: string, now: Date): Promise<void> {
  await tx.client.query({
    name: "keys-end-former",
    text: "update api_keys set revoked_at = $3 where member_id = $1 and replaced_by = $2 and revoked_at is null",
    values: [actor.memberId, id, now],
  });
}
