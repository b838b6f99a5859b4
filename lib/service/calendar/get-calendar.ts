import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { CalendarContents, CalendarEntry, CalendarNote, PostFilter } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { getBlindReviewerId, hasPendingClaimSql } from "#lib/service/posts/read/get-blind-reviewer-id.ts";
import { createSqlValues, parsePostFilter, toWhereSql } from "#lib/service/posts/read/post-filter.ts";
import { type HoldFacts, holdFactsSql, presentHold } from "#lib/service/posts/read/post-hold.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { listFreeTeamSlots } from "./next-slot.ts";

export type CalendarQuery = Required<Pick<PostFilter, "from" | "to">> &
  Pick<PostFilter, "status" | "channel" | "member" | "q">;

const excerptCharacters = 140;

/**
 * Returns the posts of a time range as one entry for each submission and time, with the notes on its days and the
 * team's free slots.
 * @throws Refusal `invalid_request` for a range that can't be or is too long; `forbidden` for another's posts.
 */
export async function getCalendar(
  context: Pick<Context, "pool" | "clock">,
  actor: Actor,
  query: CalendarQuery,
): Promise<CalendarContents> {
  // These are planned times, which a filter of posts doesn't know.
  const { from, to, ...filter } = query;
  const range = parsePostFilter(actor, { from, to }, context.clock.now());
  if (!range.from || !range.to) throw new Refusal("invalid_request", "from and to are required.");
  if (range.to.getTime() - range.from.getTime() > serverOnlyLimits.calendarDays * dayMs) {
    throw new Refusal("invalid_request", `to must be at most ${serverOnlyLimits.calendarDays} days after from.`, "to");
  }
  const within = { from: range.from, to: range.to };
  const blind = await getBlindReviewerId(context.pool, actor, query.member);
  const [rows, notes, teamSlots] = await Promise.all([
    readRows(context, parsePostFilter(actor, filter, context.clock.now(), blind), within),
    readNotes(context, actor, within),
    listFreeTeamSlots({ db: context.pool, clock: context.clock }, actor, within),
  ]);
  const truncated = rows.length > serverOnlyLimits.calendarPosts;
  const entries = groupRows(rows.slice(0, serverOnlyLimits.calendarPosts), blind);
  return { entries, notes, truncated, team_slots: teamSlots };
}

type Range = { from: Date; to: Date };
type Row = {
  id: string;
  submission_id: string;
  channel_id: string;
  platform: string;
  status: PostStatus;
  unconfirmed: boolean | null;
  version: number;
  planned_at: Date;
  text: string | null;
  /** Of all parts: the same for the same words. */
  print: string;
  parts: number;
  images: number;
  member_id: string;
  member_name: string;
  undecided: boolean;
  hold: HoldFacts | null;
};

async function readRows(
  { pool }: Pick<Context, "pool">,
  pick: ReturnType<typeof parsePostFilter>,
  { from, to }: Range,
): Promise<Row[]> {
  const values = createSqlValues();
  const statuses = (pick.statuses ?? postStatuses).filter((status) => status !== "draft");
  if (statuses.length === 0) return [];
  const within = `planned_at >= ${values.add(from)} and planned_at < ${values.add(to)}`;
  const most = values.add(serverOnlyLimits.calendarPosts + 1);
  // One branch for each range of the index on planned times: those of a status, with a time of their own or without.
  const branches = statuses.flatMap((status) => {
    const where = toWhereSql({ ...pick, statuses: [status] }, values);
    return [0, 1].map(
      (nulls) => `(select id, planned_at from posts where ${where} and ${within}
        and num_nulls(scheduled_for) = ${nulls} order by planned_at, id limit ${most})`,
    );
  });
  const { rows } = await pool.query<Row>(
    `with found as materialized (
       ${branches.join(" union all ")} order by planned_at, id limit ${most})
     select p.id, p.submission_id, p.channel_id, p.platform, p.status, p.failure_cause = 'unconfirmed' as unconfirmed, p.version, p.planned_at, p.member_id,
       left(p.parts->0->>'text', ${excerptCharacters}) as text, md5(p.parts::text) as print,
       case jsonb_typeof(p.parts) when 'array' then jsonb_array_length(p.parts) else 0 end as parts,
       (select count(*)::int from post_media where post_id = p.id) as images,
       (select name from members where id = p.member_id) as member_name,
       p.status = 'published' and ${hasPendingClaimSql("p")} as undecided, ${holdFactsSql("p", "c")} as hold
     from found join posts p on p.id = found.id join channels c on c.id = p.channel_id order by found.planned_at, found.id`,
    values.list,
  );
  return rows;
}

/**
 * Rows in order of time come back as entries in order of time, without the author where one of its claims is undecided
 * and the review is blind.
 */
function groupRows(rows: readonly Row[], blind: string | null): CalendarEntry[] {
  const entries = new Map<string, CalendarEntry>();
  const prints = new Map<string, string>();
  for (const row of rows) {
    const at = row.planned_at.toISOString();
    const key = `${row.submission_id} ${at}`;
    const entry: CalendarEntry = entries.get(key) ?? {
      submission_id: row.submission_id,
      at,
      text: row.text ?? "",
      parts: row.parts,
      images: row.images,
      member: { id: row.member_id, name: row.member_name },
      posts: [],
    };
    if (blind !== null && row.undecided && row.member_id !== blind) entry.member = null;
    if (!prints.has(key)) prints.set(key, row.print);
    entry.posts.push({
      id: row.id,
      channel_id: row.channel_id,
      channel: row.platform,
      status: row.status,
      ...(row.status === "failed" && row.unconfirmed && { unconfirmed: true }),
      ...(row.hold && { hold: presentHold(row.hold) }),
      version: row.version,
      ...(prints.get(key) !== row.print && { text: row.text ?? "" }),
    });
    entries.set(key, entry);
  }
  return [...entries.values()];
}

/** Notes are everyone's. A day begins up to 14 h before and after that of UTC, so a day more on each side is given. */
async function readNotes({ pool }: Pick<Context, "pool">, actor: Actor, { from, to }: Range): Promise<CalendarNote[]> {
  const { rows } = await pool.query({
    name: "list-day-notes",
    text: `select n.id, n.day::text as day, n.text, n.member_id, m.name, n.created_at
           from day_notes n join members m on m.id = n.member_id
           where n.org_id = $1 and n.day >= $2::date and n.day <= $3::date
           order by n.day, n.created_at, n.id`,
    values: [actor.orgId, dayOf(from, -dayMs), dayOf(to, dayMs)],
  });
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    text: row.text,
    member: { id: row.member_id, name: row.name },
    created_at: row.created_at.toISOString(),
  }));
}

const dayOf = (at: Date, byMs: number) => new Date(at.getTime() + byMs).toISOString().slice(0, 10);
