import type pg from "pg";
import type { LedgerCheck } from "#lib/contract/types.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { withLongStatementClient } from "#lib/service/db/long-statement-client.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { noChannelId } from "./write-ledger.ts";

/** The result of a check of one organization. */
export type OrganizationLedgerCheck = { orgId: string; organization: string; check: LedgerCheck };

type Row = {
  org_id: string;
  organization: string;
  members: number;
  lines: string;
  differences: { id: string; name: string; kept: number; counted: number; days: boolean }[] | null;
};

/**
 * Recounts every total from the ledger in one statement, and so in one snapshot: writers are not delayed, and
 * concurrent writes don't appear as differences. A member whose days do not add up is a difference too.
 * @param orgId one organization, or null for all.
 */
export async function recountLedger(
  pool: Pick<pg.ClientBase, "query">,
  orgId: string | null,
  now: Date,
): Promise<OrganizationLedgerCheck[]> {
  const { rows } = await pool.query<Row>({
    name: "ledger-recount",
    text: `with counted as (
             select org_id, member_id, sum(points)::int as points, count(*) as lines from ledger
             where $1::uuid is null or org_id = $1 group by org_id, member_id),
           kept as (
             select org_id, member_id, points from member_totals where $1::uuid is null or org_id = $1),
           days_counted as (
             select member_id, (at at time zone 'UTC')::date as day, coalesce(channel_id, '${noChannelId}') as channel_id,
               sum(points)::int as points
             from ledger where ($1::uuid is null or org_id = $1) and points <> 0 group by 1, 2, 3),
           days_kept as (
             select member_id, day, channel_id, points from member_days where $1::uuid is null or org_id = $1),
           days_wrong as (
             select distinct coalesce(k.member_id, c.member_id) as member_id
             from days_kept k full join days_counted c using (member_id, day, channel_id)
             where coalesce(k.points, 0) <> coalesce(c.points, 0)),
           wrong as (
             select coalesce(k.org_id, c.org_id) as org_id, coalesce(k.member_id, c.member_id) as member_id,
               coalesce(k.points, 0) as kept, coalesce(c.points, 0) as counted, w.member_id is not null as days
             from kept k full join counted c using (member_id)
               left join days_wrong w on w.member_id = coalesce(k.member_id, c.member_id)
             where coalesce(k.points, 0) <> coalesce(c.points, 0) or w.member_id is not null)
           select o.id as org_id, o.name as organization,
             (select count(*)::int from kept where org_id = o.id) as members,
             (select coalesce(sum(lines), 0) from counted where org_id = o.id) as lines,
             (select json_agg(json_build_object('id', w.member_id, 'name', m.name, 'kept', w.kept, 'counted', w.counted,
                'days', w.days) order by m.name, m.id)
              from wrong w join members m on m.id = w.member_id where w.org_id = o.id) as differences
           from organizations o where $1::uuid is null or o.id = $1 order by o.created_at, o.id`,
    values: [orgId],
  });
  return rows.map((row) => ({
    orgId: row.org_id,
    organization: row.organization,
    check: {
      checked_at: now.toISOString(),
      members: row.members,
      lines: Number(row.lines),
      differences: (row.differences ?? []).map(({ id, name, kept, counted, days }) => ({
        member: { id, name },
        kept,
        counted,
        days,
      })),
    },
  }));
}

const getFactName = (orgId: string) => `ledger_check:${orgId}`;

/** Stores the results of a check for administrators. */
export async function saveLedgerChecks(
  pool: Pick<pg.ClientBase, "query">,
  found: readonly OrganizationLedgerCheck[],
): Promise<void> {
  await pool.query({
    name: "ledger-check-keep",
    text: `insert into facts (name, value) select name, value from jsonb_to_recordset($1::jsonb) as fact (name text, value jsonb)
           on conflict (name) do update set value = excluded.value`,
    values: [JSON.stringify(found.map(({ orgId, check }) => ({ name: getFactName(orgId), value: check })))],
  });
}

/** A recount of a million lines takes seconds; a far larger one may take minutes, and delays nobody. */
const recountMs = 10 * 60_000;

/** Recounts all organizations once a day, in whichever process comes first, and logs each difference. */
export async function checkLedgersDaily({ pool, clock, log }: Pick<Context, "pool" | "clock" | "log">): Promise<void> {
  const now = clock.now();
  const { rows } = await pool.query<{ due: boolean }>({
    name: "ledger-check-due",
    text: `select exists (select 1 from organizations o left join facts f on f.name = 'ledger_check:' || o.id
             where f.name is null or (f.value ->> 'checked_at')::timestamptz < $1) as due`,
    values: [new Date(now.getTime() - dayMs)],
  });
  if (!rows[0]?.due) return;
  const found = await withLongStatementClient(pool, recountMs, (client) => recountLedger(client, null, now));
  await saveLedgerChecks(pool, found);
  for (const { orgId, check } of found) {
    if (check.differences.length === 0) continue;
    const members = check.differences.map(({ member, kept, counted }) => ({ id: member.id, kept, counted }));
    log.error({ orgId, members }, "point totals differ from the ledger");
  }
}

/**
 * Recounts one organization now and stores the result.
 * @throws Refusal `conflict` while another recount of the organization is in progress
 */
export async function checkLedger(
  { pool, clock }: Pick<Context, "pool" | "clock">,
  orgId: string,
): Promise<LedgerCheck> {
  const now = clock.now();
  const found = await withLongStatementClient(pool, recountMs, async (client) => {
    // The lock is released with the connection.
    const { rows } = await client.query<{ mine: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('ledger check ' || $1::text, 0)) as mine",
      [orgId],
    );
    if (rows[0]?.mine) return recountLedger(client, orgId, now);
    throw new Refusal("conflict", "A ledger check is in progress. Its result appears here when it ends.");
  });
  await saveLedgerChecks(pool, found);
  const [one] = found;
  if (!one) throw new Error("the requesting organization is missing");
  return one.check;
}

/** Returns the result of the last check; null before the first. */
export async function getLastLedgerCheck(
  pool: Pick<pg.ClientBase, "query">,
  orgId: string,
): Promise<LedgerCheck | null> {
  const { rows } = await pool.query<{ value: LedgerCheck }>({
    name: "ledger-check-read",
    text: "select value from facts where name = $1",
    values: [getFactName(orgId)],
  });
  return rows[0]?.value ?? null;
}
