import { isAdmin } from "#lib/contract/scopes.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { publishInboxChanges } from "./notify-members.ts";

const daysMax = 366;
/** Snoozes of a member at the same time. */
const snoozesMax = 2_000;

/**
 * Hides items from the member's own view until a time, or until they change; null shows them again. Others see the items
 * as before. Keys that are no open item of the actor's view change nothing.
 * @throws Refusal `invalid_request` for a time in the past or in more than a year
 */
export async function snoozeInbox(
  tx: Tx,
  actor: Actor,
  input: { keys: readonly string[]; until: string | null },
  clock: Clock,
): Promise<{ changed: number }> {
  const now = clock.now();
  const keys = [...new Set(input.keys)];
  const changed =
    input.until === null
      ? await removeSnoozes(tx, actor, keys)
      : await saveSnoozes(tx, actor, keys, requireSoon(new Date(input.until), now), now);
  if (changed > 0) await publishInboxChanges(tx, [actor]);
  return { changed };
}

function requireSoon(until: Date, now: Date): Date {
  if (until <= now) throw new Refusal("invalid_request", "Choose a time in the future.", "until");
  if (until.getTime() > now.getTime() + daysMax * dayMs)
    throw new Refusal("invalid_request", "Choose a time within a year.", "until");
  return until;
}

async function removeSnoozes(tx: Tx, actor: Actor, keys: readonly string[]): Promise<number> {
  const { rowCount } = await tx.client.query({
    name: "inbox-unsnooze",
    text: "delete from inbox_snoozes where member_id = $1 and cause_key = any($2)",
    values: [actor.memberId, keys],
  });
  return rowCount ?? 0;
}

async function saveSnoozes(tx: Tx, actor: Actor, keys: readonly string[], until: Date, now: Date): Promise<number> {
  // Snoozes of the past are removed here, so that the table stays small.
  await tx.client.query({
    name: "inbox-past-snoozes",
    text: "delete from inbox_snoozes where member_id = $1 and until < $2",
    values: [actor.memberId, now],
  });
  const { rowCount } = await tx.client.query({
    name: "inbox-snooze",
    text: `insert into inbox_snoozes (member_id, cause_key, until, snoozed_at)
           select $1, key, $3, $4 from unnest($2::text[]) as key
           where exists (select 1 from notices n where n.cause_key = key and n.done_at is null
             and (n.member_id = $1 or n.org_id = $5 and n.kind = 'post_failed'))
           order by key
           limit greatest(0, $6 - (select count(*) from inbox_snoozes where member_id = $1 and cause_key <> all($2)))
           on conflict (member_id, cause_key) do update set until = excluded.until, snoozed_at = excluded.snoozed_at`,
    values: [actor.memberId, keys, until, now, isAdmin(actor.role) ? actor.orgId : null, snoozesMax],
  });
  return rowCount ?? 0;
}
