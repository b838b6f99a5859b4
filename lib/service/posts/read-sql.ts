/**
 * The SQL that reads posts whole, in one round trip: the rows of `page`, their images and planned parts, each as one JSON
 * value. Text from here is constant; what a client sent is only ever a parameter.
 */

const columns = `id, channel_id, submission_id, platform, status, delivery, parts, points, scheduled_for, due_at, attempts,
  error, failure_cause, failure_part, published_at, version, created_at, updated_at`;

/**
 * As the index has it: without its NULLS LAST the order can't be read from it, and every page would sort all of a
 * member's posts.
 */
export const newestFirst = "order by created_at desc nulls last, id desc nulls last";

/** The columns of the posts that `where` picks; for a list it also orders and cuts them. */
export function selectPosts(where: string): string {
  return `select ${columns} from posts where ${where}`;
}

/** `page` selects the posts. `total` is an expression for the exact count. */
export function readPostsSql(page: string, total = "null"): string {
  return `
    with page as materialized (${page})
    select
      (select json_agg(p ${newestFirst}) from page p) as posts,
      (select json_agg(json_build_array(pm.post_id, m.id, m.file_name, m.width, m.height, m.size_bytes, m.mime)
          order by pm.post_id, pm.position)
        from post_media pm join media m on m.id = pm.media_id
        where pm.post_id = any(array(select id from page))) as media,
      (select json_agg(json_build_array(post_id, number, state, url, coalesce(sent_at, started_at))
          order by post_id, number)
        from planned_parts where post_id = any(array(select id from page))) as progress,
      ${total} as total`;
}

/** The row as `row_to_json` writes it: instants are ISO 8601 text in the session's zone. */
export type PostJson = {
  id: string;
  channel_id: string;
  submission_id: string;
  platform: string;
  status: "draft" | "scheduled" | "publishing" | "published" | "failed" | "canceled";
  delivery: "thread" | "joined";
  parts: { text: string }[];
  points: number;
  scheduled_for: string | null;
  due_at: string | null;
  attempts: number;
  error: string | null;
  failure_cause: string | null;
  failure_part: number | null;
  published_at: string | null;
  version: number;
  created_at: string;
  updated_at: string;
};
export type MediaJson = [postId: string, id: string, fileName: string, number, number, sizeBytes: number, mime: string];
export type ProgressJson = [
  postId: string,
  part: number,
  state: "waiting" | "sending" | "sent" | "unknown",
  url: string | null,
  at: string | null,
];

/** What `readPostsSql` answers: always one row. */
export type PostsRow = {
  posts: PostJson[] | null;
  media: MediaJson[] | null;
  progress: ProgressJson[] | null;
  total: string | null;
};
