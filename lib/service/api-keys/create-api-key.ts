import { limits } from "#lib/contract/limits.ts";
import type { Scope } from "#lib/contract/scopes.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { ApiKey } from "#lib/contract/types.ts";
import { type Actor, getMakingKeyId } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { formatIpRange, type IpRange, parseIpRange } from "#lib/service/core/ip-ranges.ts";
import { requireNoEscalation } from "#lib/service/core/privilege-escalation.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { insertApiKey } from "./insert-api-key.ts";
import { getApiKey } from "./list-api-keys.ts";

type NewApiKeyInput = {
  name: string;
  scopes: readonly Scope[];
  expires_at?: string | null | undefined;
  addresses?: readonly string[] | undefined;
  drafts_only?: boolean | undefined;
};

const refuse = (field: string, message: string) => new Refusal("invalid_request", message, field);

/**
 * A key of the actor's own, with its value, this once.
 * @throws Refusal `forbidden` where it would go further than the key that asks, `invalid_request` for what can't be
 */
export async function createApiKey(
  tx: Tx,
  actor: Actor,
  input: NewApiKeyInput,
  clock: Clock,
): Promise<ApiKey & { value: string }> {
  const now = clock.now();
  const expiresAt = input.expires_at ? parseExpiry(input.expires_at, now) : null;
  const ranges = (input.addresses ?? []).map(parseAllowedRange);
  const draftsOnly = input.drafts_only ?? false;
  requireNoEscalation(
    actor,
    { scopes: input.scopes, endsAt: expiresAt, ranges, draftsOnly },
    { scopes: "scopes", endsAt: "expires_at", ranges: "addresses", draftsOnly: "drafts_only" },
  );
  await requireKeyLeft(tx, actor.memberId, "key", now);
  const scopes = [...new Set(input.scopes)];
  const addresses = [...new Set(ranges.map(formatIpRange))];
  const { id, key } = await insertApiKey(
    tx,
    {
      memberId: actor.memberId,
      name: input.name,
      scopes,
      expiresAt,
      addresses,
      draftsOnly,
      madeByKey: getMakingKeyId(actor),
    },
    clock,
  );
  return { ...(await getApiKey(tx, actor, id, now)), value: key };
}

/**
 * Refuses one more API key or connected app than a member may have. Locks the member until the transaction ends, so that
 * two at once are not both the last.
 * @throws Refusal `invalid_request`
 */
export async function requireKeyLeft(tx: Tx, memberId: string, kind: "key" | "app", now: Date): Promise<void> {
  await tx.client.query({
    name: "keys-member-lock",
    text: "select 1 from members where id = $1 for no key update",
    values: [memberId],
  });
  const { rows } = await tx.client.query<{ standing: number }>({
    name: "keys-count",
    text: `select count(*)::int as standing from api_keys
           where member_id = $1 and kind = $2 and revoked_at is null and replaced_by is null
             and (kind = 'key' or expires_at > $3)`,
    values: [memberId, kind, now],
  });
  if ((rows[0]?.standing ?? 0) < limits.keysPerMember) return;
  const sentence =
    kind === "key"
      ? `A member can have at most ${limits.keysPerMember} API keys. Revoke one first.`
      : `A member can have at most ${limits.keysPerMember} connected apps. Disconnect one under Profile first.`;
  throw new Refusal("invalid_request", sentence);
}

function parseExpiry(text: string, now: Date): Date {
  const end = new Date(text);
  if (end <= now) throw refuse("expires_at", "The expiry of an API key must be in the future.");
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + serverOnlyLimits.keyYearsMax);
  if (end > last)
    throw refuse("expires_at", `The expiry of an API key must be within ${serverOnlyLimits.keyYearsMax} years.`);
  return end;
}

function parseAllowedRange(text: string, index: number): IpRange {
  const range = parseIpRange(text);
  if (range) return range;
  const message = `"${text}" is not an IP address or range. Enter one such as 203.0.113.9 or 203.0.113.0/24.`;
  throw refuse(`addresses.${index}`, message);
}
