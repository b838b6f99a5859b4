import type pg from "pg";
import { inTransaction, type Tx } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";
import { allChannels, type Board, type KeptBoard, type RangeBoard } from "./board-kept.ts";

/** Ranges of one organization that are kept at once: each approval adds to those that hold its day. */
const keptMax = 24;
/** Nobody has asked for so long: it is dropped. */
const forgottenMs = 10 * 60_000;
/** One that was asked for within this time stays whatever comes, so that nobody reads what is being dropped. */
const inUseMs = 30_000;
/** How late a new asking is noted, so that reading writes little. */
const notedMs = 10_000;
/** How long the first ask may take. */
const beginMs = 60_000;
const batch = 10_000;

const ms = (count: number) => `interval '${count} milliseconds'`;
const sameDays = "org_id = $1 and first = $2 and last = $3 and channel_id = $4 and dropped_at is null";

type Found = { id: string; isNoted: boolean };

/**
 * The board of a range of days, in order and kept so by the database. The first who asks has it added up, which takes the
 * longer the more points those days hold; decisions of the organization wait for as long. From then on it costs no more
 * than a month.
 * @throws Refusal `rate_limited` when too many ranges are asked for at the same time
 */
export async function keptBoard(pool: pg.Pool, board: Board): Promise<KeptBoard> {
  if (board.period !== "range") return board;
  const days = [board.orgId, board.from, board.to, board.channelId];
  const { rows } = await pool.query<Found>({
    name: "range-found",
    text: `select id, asked_at > now() - ${ms(notedMs)} as "isNoted" from board_ranges where ${sameDays}`,
    values: days,
  });
  const [found] = rows;
  if (found?.isNoted) return kept(board, found.id);
  const noted = found
    ? await pool.query({
        name: "range-asked",
        text: "update board_ranges set asked_at = now() where id = $1 and dropped_at is null",
        values: [found.id],
      })
    : null;
  if (found && noted?.rowCount) return kept(board, found.id);
  return kept(board, await inTransaction(pool, (tx) => begin(tx, board)));
}

function kept({ orgId, from, channelId }: RangeBoard, id: string): KeptBoard {
  return { orgId, period: `range ${id}`, start: from, channelId, least: 1 };
}

/** @returns the id of the range, added up by this transaction or by another one that was faster. */
async function begin({ client }: Tx, board: RangeBoard): Promise<string> {
  const { orgId, from, to, channelId } = board;
  await haveRanges(client, orgId);
  const days = [orgId, from, to, channelId];
  const before = await client.query<{ id: string }>(`select id from board_ranges where ${sameDays}`, days);
  if (before.rows[0]) return before.rows[0].id;
  await makeRoom(client, orgId);
  const made = await client.query<{ id: string }>(
    "insert into board_ranges (org_id, first, last, channel_id) values ($1, $2, $3, $4) returning id",
    days,
  );
  const id = made.rows[0]?.id ?? "";
  // A year of a hundred thousand members is more than the pool lets a statement take on a busy machine.
  await client.query(`set local statement_timeout = ${beginMs}`);
  const fill: pg.QueryConfig & { query_timeout: number } = {
    query_timeout: beginMs,
    text: `insert into board_points (org_id, period, start, channel_id, member_id, name, active, points)
     select $1, 'range ' || $5, $2, $4, m.id, m.name, m.removed_at is null, d.points
     from (select member_id, sum(points)::int as points from member_days
       where org_id = $1 and day between $2 and $3 and ($4::uuid = '${allChannels}' or channel_id = $4)
       group by member_id having sum(points) <> 0) as d
     join members m on m.id = d.member_id
     order by m.id`,
    values: [...days, id],
  };
  await client.query(fill);
  return id;
}

/** Until the transaction ends no points are added and no member changes: as `share_board_ranges` of the database. */
async function haveRanges(client: Pick<pg.ClientBase, "query">, orgId: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('board ranges ' || $1::uuid::text, 0))", [orgId]);
}

/** The range that was not asked for longest makes room for another. */
async function makeRoom(client: Pick<pg.ClientBase, "query">, orgId: string): Promise<void> {
  const { rows } = await client.query<{ id: string; isInUse: boolean }>(
    `select id, asked_at > now() - ${ms(inUseMs)} as "isInUse" from board_ranges
     where org_id = $1 and dropped_at is null order by asked_at desc, id desc offset ${keptMax - 1}`,
    [orgId],
  );
  if (rows.some((row) => row.isInUse)) {
    throw new Refusal(
      "rate_limited",
      `More than ${keptMax} ranges of days are being looked at in your organization. Try again in half a minute.`,
      "from",
      inUseMs / 1_000,
    );
  }
  await client.query("update board_ranges set dropped_at = now() where id = any($1)", [rows.map((row) => row.id)]);
}

/** Drops ranges that nobody asks for any more. One process at a time. @returns how many went. */
export async function dropRanges(pool: pg.Pool): Promise<number> {
  const forgotten = `dropped_at is null and asked_at < now() - ${ms(forgottenMs)}`;
  const { rows } = await pool.query<{ orgId: string }>(
    `select distinct org_id as "orgId" from board_ranges where ${forgotten}`,
  );
  for (const { orgId } of rows) {
    await inTransaction(pool, async ({ client }) => {
      await haveRanges(client, orgId);
      await client.query(`update board_ranges set dropped_at = now() where org_id = $1 and ${forgotten}`, [orgId]);
    });
  }
  const dropped = await pool.query<{ id: string; keys: unknown[] }>(
    `select id, array[org_id::text, 'range ' || id, first::text, channel_id::text] as keys from board_ranges
     where dropped_at is not null`,
  );
  for (const { id, keys } of dropped.rows) {
    for (const part of ["active", "not active"]) await deleteRows(pool, part, keys);
    for (const counts of ["board_count_deltas", "board_counts"]) {
      await pool.query(`delete from ${counts} where ${boardKeys}`, keys);
    }
    await pool.query("delete from board_ranges where id = $1", [id]);
  }
  return dropped.rows.length;
}

const boardKeys = "org_id = $1 and period = $2 and start = $3 and channel_id = $4";

async function deleteRows(pool: pg.Pool, part: string, keys: readonly unknown[]): Promise<void> {
  for (;;) {
    const gone = await pool.query(
      `delete from board_points where ctid = any(array(
         select ctid from board_points where ${boardKeys} and ${part} limit ${batch}))`,
      [...keys],
    );
    if ((gone.rowCount ?? 0) < batch) return;
  }
}
