import type pg from "pg";
import type { DraftSummary, Pagination, WorkingDraft } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getMediaUrl } from "#lib/service/media/present-media.ts";
import {
  type DraftRow,
  draftExcerptLength,
  draftNotFound,
  isReadableDraft,
  presentDraftSummary,
  readTemplateAuthor,
  requireDraftId,
  type TemplateAuthor,
} from "./draft-row.ts";

type DraftListQuery = {
  kind: "draft" | "template";
  q?: string | undefined;
  with_posts?: "true" | "false" | undefined;
  edits?: "true" | "false" | undefined;
  with_shared?: "true" | "false" | undefined;
  limit: number;
  offset: number;
};

/** The member's own posts with status `draft`, of alias `p`. */
const isDraftPost = "p.member_id = $1 and p.status = 'draft' and p.deleted_at is null";
/** SQL: true if no word of $3 is missing from the text, accents aside. Compared as it is otherwise: none of LIKE's own signs has a meaning. */
const hasAllWords = (text: string) =>
  `not exists (select 1 from unnest($3::text[]) as wanted (word) where position(fold_accents(word) in fold_accents(${text})) = 0)`;

/**
 * SQL: drafts of these owners and, with $6, the posts with status `draft`: each submission of them is one entry. A draft
 * that edits such a post takes the place of the submission's entry.
 */
const createListSql = (ownerCondition: string) => `
  with submissions as materialized (
    select p.submission_id, min(p.created_at) as created_at, max(p.updated_at) as updated_at
    from posts p where $6 and ${isDraftPost} group by p.submission_id),
  own as materialized (
    select member_id, shared_org_id, id, kind, version, name, summary, words, created_at, updated_at,
      (select p.submission_id from posts p where $6 and ${isDraftPost}
        and p.id = case when pg_input_is_valid(summary ->> 'post', 'uuid') then (summary ->> 'post')::uuid end) as submission_id
    from drafts where ${ownerCondition} and kind = $2 and deleted_at is null
      and (not $7 or summary ->> 'post' is not null)),
  found as materialized (
    select member_id, shared_org_id, own.id, kind, version, name, summary, own.created_at,
      greatest(own.updated_at, submissions.updated_at) as updated_at, submission_id
    from own left join submissions using (submission_id)
    where ${hasAllWords("words || ' ' || lower(coalesce(name, ''))")}
    union all
    select $1, null, submission_id, 'draft', 0, null, null, created_at, updated_at, submission_id from submissions
    where submission_id not in (select submission_id from own where submission_id is not null)
      and (cardinality($3::text[]) = 0 or ${hasAllWords(
        `(select lower(string_agg(part ->> 'text', ' ')) from posts p, jsonb_array_elements(p.parts) as part
          where p.submission_id = submissions.submission_id and ${isDraftPost})`,
      )}))
  select (select count(*)::int from found) as total, (
    select json_agg(page) from (
      select newest.*, (
        select json_build_object('id', m.id, 'name', m.name) from members m
          where m.id = newest.member_id and m.id <> $1) as author, (
        select json_agg(json_build_object('id', p.id, 'channel_id', p.channel_id, 'channel', p.platform, 'version', p.version,
            'words', left(p.parts -> 0 ->> 'text', ${draftExcerptLength}), 'parts', jsonb_array_length(p.parts),
            'images', (select count(*) from post_media m where m.post_id = p.id)) order by p.created_at, p.id)
          from posts p where p.submission_id = newest.submission_id and ${isDraftPost}) as posts
      from (select * from found order by updated_at desc, id desc limit $4 offset $5) as newest) as page) as rows`;

const listSql = createListSql("member_id = $1");
const listWithSharedSql = createListSql("(member_id = $1 or shared_org_id = $8)");

/** A page of the member's drafts, those changed last first, with an exact total: there are only so many. */
export async function listDrafts(
  pool: pg.Pool,
  actor: Actor,
  { kind, q, with_posts: withPosts, edits, with_shared: withShared, limit, offset }: DraftListQuery,
): Promise<{ data: DraftSummary[]; pagination: Pagination }> {
  const terms = (q ?? "").replaceAll("\0", "").toWellFormed().toLowerCase().split(/\s+/).filter(Boolean);
  const isEdits = edits === "true";
  const hasPosts = withPosts === "true" && kind === "draft" && !isEdits;
  const values = [actor.memberId, kind, terms, limit, offset, hasPosts, isEdits];
  const { rows } = await pool.query<{ rows: DraftJsonRow[] | null; total: number }>({
    ...(withShared === "true" && kind === "template"
      ? { name: "list-drafts-shared", text: listWithSharedSql, values: [...values, actor.orgId] }
      : { name: "list-drafts", text: listSql, values }),
  });
  const [answer] = rows;
  const data = (answer?.rows ?? []).map(presentJsonRow);
  return { data, pagination: { limit, offset, total: answer?.total ?? 0 } };
}

type DraftPostJson = Omit<DraftSummary["posts"][number], "words"> & {
  words: string | null;
  parts: number;
  images: number;
};
/** A row that came as JSON. Without a summary it stands for posts alone. */
type DraftJsonRow = Pick<DraftRow, "id" | "kind" | "version" | "name" | "shared_org_id"> & {
  author: TemplateAuthor | null;
  summary: DraftRow["summary"] | null;
  posts: DraftPostJson[] | null;
  created_at: string;
  updated_at: string;
};

function presentJsonRow(row: DraftJsonRow): DraftSummary {
  const posts = row.posts ?? [];
  const summary = row.summary ?? summarizePosts(posts);
  const [createdAt, updatedAt] = [new Date(row.created_at), new Date(row.updated_at)];
  return presentDraftSummary(
    { ...row, summary, created_at: createdAt, updated_at: updatedAt },
    {
      author: row.author,
      posts: posts.map(({ id, channel_id, channel, version, words }) => ({
        id,
        channel_id,
        channel,
        version,
        words: words?.trim() ?? "",
      })),
    },
  );
}

function summarizePosts(posts: readonly DraftPostJson[]): DraftRow["summary"] {
  const [first] = posts;
  return {
    words: first?.words?.trim() ?? "",
    parts: first?.parts ?? 1,
    images: first?.images ?? 0,
    channels: posts.map((post) => post.channel_id),
    when: null,
    post: null,
  };
}

/**
 * One draft whole, also one that is deleted; or a shared template of another member, without its images.
 * @throws Refusal `not_found`
 */
export async function getDraft(
  { pool, settings }: Pick<Context, "pool" | "settings">,
  actor: Actor,
  id: string,
): Promise<WorkingDraft> {
  const { rows } = await pool.query<DraftRow & { files: { media: string; name: string; size_bytes: number }[] | null }>(
    `select d.*, (select json_agg(json_build_object('media', m.id, 'name', m.file_name, 'size_bytes', m.size_bytes))
       from media m where m.id = any(d.media_ids) and m.member_id = d.member_id) as files
     from drafts d where id = $3 and ${isReadableDraft} order by member_id <> $1 limit 1`,
    [actor.memberId, actor.orgId, requireDraftId(id)],
  );
  const [row] = rows;
  if (!row) throw draftNotFound();
  const author = await readTemplateAuthor(pool, actor, row);
  const { part_images: _, ...text } = row.content;
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    content: author ? { ...text, images: [], post: null } : row.content,
    shared: row.shared_org_id !== null,
    author,
    images: (author ? [] : (row.files ?? [])).map(({ media, name, size_bytes }) => ({
      media,
      url: getMediaUrl(name, settings.origin),
      size_bytes,
    })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_post_ids: row.became,
  };
}
