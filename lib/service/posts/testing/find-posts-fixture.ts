import fc from "fast-check";
import { type FilterStatus, filterStatuses } from "#lib/contract/resources/filter-statuses.ts";
import { type PostStatus, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { hourMs } from "#lib/time/time-units.ts";

const words = ["harvest", "Harbour", "éclair", "new-year", "x.com/launch", "東京", "🎉"] as const;
export const times = ["created", "scheduled", "published"] as const;

type Row = {
  id: string;
  org_id: string;
  member_id: string;
  channel_id: string;
  submission_id: string;
  status: PostStatus;
  text: string;
  created_at: Date;
  scheduled_for: Date | null;
  published_at: Date | null;
  planned_at: Date;
  deleted_at: Date | null;
  failure_cause: string | null;
};

export let service: TestService;
export let peer: Awaited<ReturnType<TestService["addMember"]>>;
export let other: Awaited<ReturnType<TestService["addOrganization"]>>;
export let rows: Row[] = [];

export async function open(): Promise<void> {
  service = await openTestService();
  peer = await service.addMember("member");
  other = await service.addOrganization("Other");
  const people = [
    { orgId: service.org.orgId, memberId: service.org.memberId, channelIds: service.org.channelIds, count: 240 },
    { orgId: service.org.orgId, memberId: peer.memberId, channelIds: service.org.channelIds, count: 120 },
    { orgId: other.orgId, memberId: other.memberId, channelIds: other.channelIds, count: 90 },
  ];
  for (const { orgId, memberId, channelIds, count } of people) {
    // Remainders by numbers without a common divisor produce all combinations.
    await service.database.pool.query(
      `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points,
         created_at, scheduled_for, published_at, deleted_at)
       select gen_random_uuid(), $1, $2::uuid, md5($2::uuid::text || (n / 4)::text)::uuid, ($3::uuid[])[1 + n % 3], 'x', status, 'thread',
         jsonb_build_array(jsonb_build_object('text', ($5::text[])[1 + n % 7] || ' and ' || ($5::text[])[1 + n % 5])), 20,
         at, case when n % 4 = 0 or status = 'scheduled' then at + (n % 11) * interval '1 day' end,
         case when status = 'published' then at + interval '2 days' end,
         case when n % 13 = 0 then now() - (n % 40) * interval '1 day' end
       from (select n, ($4::text[])[1 + n % 6] as status, date_trunc('hour', now()) - (n / 3) * interval '5 hours' as at
             from generate_series(0, $6::int - 1) as n) as made`,
      [orgId, memberId, channelIds, postStatuses, words, count],
    );
  }
  await service.database.pool.query("update posts set deleted_at = null where status = 'publishing'");
  await service.database.pool.query(
    `update posts set failure_cause = case when extract(hour from created_at)::int % 2 = 0 then 'unconfirmed' else 'gave_up' end
     where status = 'failed'`,
  );
  const found = await service.database.pool.query("select *, parts->0->>'text' as text from posts");
  rows = found.rows;
}
export const close = () => service.close();

export type RandomPostQuery = {
  status: FilterStatus[];
  channel: number[];
  member: "own" | "all" | "peer" | "foreign";
  q: string;
  time: (typeof times)[number];
  from: number | null;
  to: number | null;
  submission: number | null;
  deleted: boolean;
  sort: (typeof times)[number];
  order: "asc" | "desc";
  limit: number;
  offset: number;
};

export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: null });
export const randomPostQuery: fc.Arbitrary<RandomPostQuery> = fc.record({
  status: fc.oneof(
    { weight: 2, arbitrary: fc.constant<FilterStatus[]>([]) },
    { weight: 3, arbitrary: fc.subarray([...filterStatuses]) },
  ),
  channel: fc.oneof(
    { weight: 2, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.subarray([0, 1, 2]) },
  ),
  member: fc.constantFrom("own" as const, "all" as const, "peer" as const, "foreign" as const),
  q: fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "har",
        "HARVEST and",
        "éCL",
        "new year",
        "and harv",
        "launch",
        "東京 an",
        "🎉",
        "京",
        "!?",
        "arvest",
      ),
    },
  ),
  time: fc.constantFrom(...times),
  from: maybe(fc.integer({ min: 0, max: 500 })),
  to: maybe(fc.integer({ min: -100, max: 300 })),
  submission: fc.option(fc.nat(400), { freq: 8, nil: null }),
  deleted: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  sort: fc.constantFrom(...times),
  order: fc.constantFrom("asc" as const, "desc" as const),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 250 })),
});

const base = Math.floor(Date.now() / hourMs) * hourMs;
/** Converts hours before now to instants, with `from` before `to`, because a reversed range is refused. */
const rangeOf = ({ from, to }: RandomPostQuery) => {
  const start = from === null ? null : new Date(base - from * hourMs);
  const end = to === null ? null : new Date(base - to * hourMs);
  return start && end && start > end ? { start: end, end: start } : { start, end };
};
export const memberIdOf = ({ member }: RandomPostQuery) =>
  ({ own: service.org.memberId, peer: peer.memberId, foreign: other.memberId, all: "all" })[member];

export function queryOf(one: RandomPostQuery): URLSearchParams {
  const query = new URLSearchParams();
  for (const status of one.status) query.append("status", status);
  for (const at of one.channel) query.append("channel", service.org.channelIds[at] ?? "");
  if (one.member !== "own") query.set("member", memberIdOf(one));
  if (one.q !== "") query.set("q", one.q);
  const { start, end } = rangeOf(one);
  query.set("time", one.time);
  if (start) query.set("from", start.toISOString());
  if (end) query.set("to", end.toISOString());
  if (one.submission !== null) query.set("submission", rows[one.submission]?.submission_id ?? "");
  if (one.deleted) query.set("deleted", "true");
  return query;
}

const timeOf = { created: "created_at", scheduled: "scheduled_for", published: "published_at" } as const;

/** Splits a text into words as the documentation defines them: letters and digits, each other sign and emoji alone. */
const wordsOf = (text: string) =>
  text.toLowerCase().match(/[🎉東京]|[\p{L}\p{N}]+?(?=[🎉東京]|[^\p{L}\p{N}]|$)/gu) ?? [];

function holds(text: string, q: string): boolean {
  const stand = wordsOf(text);
  const phrases = q
    .split(/\s+/u)
    .map(wordsOf)
    .filter((phrase) => phrase.length > 0);
  return (
    phrases.length > 0 &&
    phrases.every((phrase, nth) =>
      stand.some((_, at) =>
        phrase.every((word, step) => {
          const isBegun = nth === phrases.length - 1 && step === phrase.length - 1;
          const found = stand[at + step] ?? "";
          return isBegun ? found.startsWith(word) : found === word;
        }),
      ),
    )
  );
}

const isUnconfirmed = (row: Row) => row.status === "failed" && row.failure_cause === "unconfirmed";

/**
 * Implements the filter a second time, without an index, a counter or SQL.
 * @param isReadable whether the caller may read a row; an administrator reads all
 */
export function filterNaively(one: RandomPostQuery, isReadable: (row: Row) => boolean = () => true): Row[] {
  const { start, end } = rangeOf(one);
  const channels = one.channel.map((at) => service.org.channelIds[at]);
  return rows.filter((row) => {
    const at = row[timeOf[one.time]];
    const isDeleted = row.deleted_at !== null && row.deleted_at.getTime() > Date.now() - 30 * 86_400_000;
    return (
      row.org_id === service.org.orgId &&
      isReadable(row) &&
      (one.member === "all" || row.member_id === memberIdOf(one)) &&
      (one.deleted ? isDeleted : row.deleted_at === null) &&
      (one.status.length === 0 ||
        one.status.includes(row.status) ||
        (one.status.includes("unconfirmed") && isUnconfirmed(row))) &&
      (channels.length === 0 || channels.includes(row.channel_id)) &&
      (!start || (at !== null && at >= start)) &&
      (!end || (at !== null && at < end)) &&
      (one.submission === null || row.submission_id === rows[one.submission]?.submission_id) &&
      (one.q === "" || holds(row.text, one.q))
    );
  });
}

export function sortNaively(found: Row[], { sort, order }: RandomPostQuery): Row[] {
  const way = order === "asc" ? 1 : -1;
  const idOrder = (a: Row, b: Row) => (a.id < b.id ? -way : way);
  return found.toSorted((a, b) => {
    const [x, y] = [a[timeOf[sort]], b[timeOf[sort]]];
    if ((x === null) !== (y === null)) return x === null ? 1 : -1;
    const last = sort === "scheduled" ? ("planned_at" as const) : ("created_at" as const);
    const [left, right] = x && y ? [x, y] : [a[last], b[last]];
    return left.getTime() === right.getTime() ? idOrder(a, b) : way * (left.getTime() - right.getTime());
  });
}

export const get = async (path: string, key = service.org.key) => await service.call("GET", `/v1${path}`, { key });
