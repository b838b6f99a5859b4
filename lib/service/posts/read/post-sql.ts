import type pg from "pg";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { mayWaitSql, waitFactsSql } from "./post-delay.ts";

// The SQL that reads posts whole, in one round trip. The SQL is constant; client input is always a parameter.

const columns =
  `id channel_id submission_id platform status delivery parts points scheduled_for due_at attempts error failure_cause
  failure_part published_at version created_at updated_at member_id deleted_at taken_down_at created_via link_card thread_choice`.split(
    /\s+/,
  );

/** The most bytes of text that a response or one of its batches holds in memory; one post alone may be longer. */
export const textBatchBytes = 64 * 1024;

/** SQL for the approximate size of a jsonb value as text; an uncompressed value need not be read for that. */
const bytesOf = (column: string) =>
  `case when pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end`;

/**
 * The index's own order: without its NULLS LAST the index can't be used, and every page would sort all of a member's
 * posts.
 */
export const newestFirstSql = "order by created_at desc nulls last, id desc nulls last";

/** The order of published posts, as an index has it. */
export const lastPublishedFirstSql = "order by published_at desc, id desc";

/** Returns the query for the posts that `where` selects; for a list, `where` also has order and limit. */
export function selectPostsSql(where: string): string {
  return `select ${columns.join(", ")} from posts where ${where}`;
}

/** The JSON of a stored text with at most this many bytes is shorter than an excerpt may be. */
const shortBytes = 200;

/**
 * The parts as an excerpt: the column itself where it is short, else an object with the shortened parts and the number
 * of characters of the full text. The database shortens them, so that a long text is neither sent nor parsed. Without
 * `offset 0` PostgreSQL would read and count each text several times.
 */
const excerptSql = `case when pg_column_compression(page.parts) is null and pg_column_size(page.parts) <= ${shortBytes} then page.parts
  else (select jsonb_build_object(
      'parts', jsonb_agg(jsonb_build_object('text', left(text, greatest(0, ${serverOnlyLimits.excerptCharacters} - before)::int)) order by number),
      'characters', sum(length))
    from (select number, text, length, sum(length) over (order by number) - length as before
      from (select number, text, length(text) as length
        from (select number, part ->> 'text' as text from jsonb_array_elements(page.parts) with ordinality as each (part, number) offset 0) as parts
        offset 0) as measured
    ) as counted) end`;

const rowAuthorSql = "(select name from members where id = page.member_id)";
/** For queries where all posts belong to the member in $1: the name is looked up once. */
export const singleAuthorSql = "(select name from members where id = $1)";

type ReadPostsOptions = {
  /** SQL for the number of posts. */
  total?: string;
  author?: string;
  cutFor?: string;
  excerpt?: boolean;
  order?: string;
};

/**
 * Builds the query for posts. `page` selects the posts, `total` is an expression for the exact count, `author` one for
 * the author's name. Rows come as PostgreSQL's own text (see `queryPostRows`), images and planned parts as one JSON
 * value per post: turning whole rows into JSON cost more than reading them. The result has at least one row, with a
 * null id when there are no posts, to carry the total. With `cutFor`, each post has an equal share of a batch: longer
 * parts are null, with their size in bytes. With `excerpt`, parts have the form of `excerptSql`.
 */
export function loadPostsSql(page: string, options: ReadPostsOptions = {}): string {
  const { total = "null", author = rowAuthorSql, cutFor, excerpt = false, order = newestFirstSql } = options;
  const bytes = bytesOf("page.parts");
  const isLong = cutFor === undefined ? "false" : `${bytes} > ${textBatchBytes} / ${cutFor}`;
  const parts = excerpt ? excerptSql : `case when not ${isLong} then page.parts end`;
  return `
    select ${columns.map((name) => (name === "parts" ? parts : `page.${name}`)).join(", ")},
      (select json_agg(json_build_array(m.id, m.file_name, m.width, m.height, m.size_bytes, m.mime, m.frames, m.alt, pm.part) order by pm.position)
        from post_media pm join media m on m.id = pm.media_id where pm.post_id = page.id),
      (select json_agg(json_build_array(number, state, case when removed_at is null then url end, coalesce(sent_at, started_at), case when removed_at is null then note end) order by number)
        from planned_parts where post_id = page.id),
      ${author},
      ${mayWaitSql("page")},
      case when page.status = 'published' then
        (select json_build_array(state, points, awarded) from claims where post_id = page.id) end,
      ${total},
      case when ${isLong} then ${bytes} end,
      case when page.status = 'failed' then (select detail ->> 'said' from post_events
        where post_id = page.id and kind = 'failed' order by at desc, id desc limit 1) end
    from (select 1) as one left join (${page}) as page on true ${order}`;
}

type Text = string | null;
/** A row as text, in the order of `columns`. */
export type PostTextRow = [
  id: string,
  channelId: string,
  submissionId: string,
  platform: string,
  status: PostStatus,
  delivery: "thread" | "joined",
  parts: Text,
  points: string,
  scheduledFor: Text,
  dueAt: Text,
  attempts: string,
  error: Text,
  failureCause: Text,
  failurePart: Text,
  publishedAt: Text,
  version: string,
  createdAt: string,
  updatedAt: string,
  memberId: string,
  deletedAt: Text,
  takenDownAt: Text,
  createdVia: Text,
  linkCard: Text,
  threadChoice: "chain" | "join" | null,
  media: Text,
  progress: Text,
  memberName: Text,
  delayFacts: Text,
  claim: Text,
  total: Text,
  bytes: Text,
  failureReason: Text,
  holdFacts?: Text,
];
export type MediaJson = [
  id: string,
  fileName: string,
  width: number,
  height: number,
  sizeBytes: number,
  mime: string,
  frames: number,
  alt: string,
  part: number,
];
export type ClaimJson = [state: string, points: number, awarded: number | null];
export type ProgressJson = [
  part: number,
  state: "waiting" | "sending" | "sent" | "unknown",
  url: string | null,
  at: string | null,
  note: string | null,
];

export const getSubmissionId = (row: PostTextRow): string => row[2];
export const getAuthorId = (row: PostTextRow): string => row[18];

/** Returns values unparsed: parsing dates that are only written out again costs more than the query. */
const asText = { getTypeParser: () => (value: string) => value };

/** Runs a statement of `loadPostsSql`. */
export async function queryPostRows(
  client: pg.Pool | pg.PoolClient,
  statement: { name: string; text: string; values: unknown[] },
): Promise<{ posts: PostTextRow[]; total: number }> {
  const { rows } = await client.query<PostTextRow>({ ...statement, rowMode: "array", types: asText });
  const [first] = rows;
  if (!first) throw new Error("a left join returned no row");
  await addWaitFacts(client, rows);
  return { posts: first[0] === null ? [] : rows, total: Number(first[29]) };
}

/** Puts the facts of delays in place of the mark that a post may wait, and the facts of holds at the end of its row. */
async function addWaitFacts(client: pg.Pool | pg.PoolClient, posts: PostTextRow[]): Promise<void> {
  const marked = posts.filter((row) => row[27] === "t");
  for (const row of posts) row[27] = null;
  if (marked.length === 0) return;
  const { rows } = await client.query<[id: string, delay: string | null, hold: string | null]>({
    name: "read-wait-facts",
    text: waitFactsSql,
    values: [marked.map((row) => row[0])],
    rowMode: "array",
    types: asText,
  });
  const factsById = new Map(rows.map((row) => [row[0], row]));
  for (const row of marked) {
    const [, delay = null, hold = null] = factsById.get(row[0]) ?? [];
    [row[27], row[32]] = [delay, hold];
  }
}
