import type { Slot } from "#lib/contract/types.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { isTimeZone } from "#lib/time/resolve-wall-time.ts";

/**
 * Checks that a place has this zone. An offset such as `+02:00` is a zone to the runtime, but its clocks never change.
 * @throws Refusal `invalid_request`
 */
export function requireNamedZone(zone: string, field: string): void {
  if (/^[A-Za-z]/.test(zone) && isTimeZone(zone)) return;
  const message = `There is no time zone called "${zone.slice(0, 60)}". Use a name such as Europe/Berlin.`;
  throw new Refusal("invalid_request", message, field);
}

/** @throws Refusal `invalid_request` if two items have one id */
export function requireUniqueIds(items: readonly { id: string }[], field: string, noun: string): void {
  if (new Set(items.map(({ id }) => id)).size === items.length) return;
  throw new Refusal("invalid_request", `Two ${noun} have the same id.`, field);
}

/** @throws Refusal `invalid_request` if two slots have one id, or one names a channel of another organization */
export async function requireValidSlots(tx: Tx, orgId: string, slots: readonly Slot[], field: string): Promise<void> {
  requireUniqueIds(slots, field, "slots");
  const channelIds = slots.flatMap(({ channels }) => channels);
  await requireOwnChannels(tx, orgId, channelIds, field);
}

/** @throws Refusal `invalid_request` if the organization never had one of the channels */
export async function requireOwnChannels(
  tx: Tx,
  orgId: string,
  channelIds: readonly string[],
  field: string,
): Promise<void> {
  const named = [...new Set(channelIds)];
  if (named.length === 0) return;
  // A channel that was disconnected still counts: what names it outlives it, and must not stand in the way of other changes.
  const { rows } = await tx.client.query<{ id: string }>(
    "select id from channels where org_id = $1 and id::text = any($2::text[])",
    [orgId, named],
  );
  const known = new Set(rows.map(({ id }) => id));
  const unknown = named.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new Refusal("invalid_request", `There is no channel with the id "${unknown}".`, field);
}
