import type pg from "pg";
import type { DraftSummary, Pagination, WorkingDraft } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { getMediaUrl } from "#lib/service/media/present-media.ts";
import { type DraftRow, draftNotFound, presentDraftSummary, requireDraftId } from "./draft-row.ts";

type DraftListQuery = { kind: "draft" | "template"; q?: string | undefined; limit: number; offset: number };

/** A page of the member's drafts, those changed last first, with an exact total: there are only so many. */
export async function listDrafts(
  pool: pg.Pool,
  actor: Actor,
  { kind, q, limit, offset }: DraftListQuery,
): Promise<{ data: DraftSummary[]; pagination: Pagination }> {
  // Compared as they are: none of LIKE's own signs has a meaning here.
  const terms = (q ?? "").replaceAll("\0", "").toWellFormed().toLowerCase().split(/\s+/).filter(Boolean);
  const { rows } = await pool.query<{ rows: DraftJsonRow[] | null; total: number }>(
    `with found as materialized (
       select id, kind, version, summary, created_at, updated_at from drafts
       where member_id = $1 and kind = $2 and deleted_at is null
         and not exists (select 1 from unnest($3::text[]) as wanted (word) where position(word in words) = 0))
     select (select count(*)::int from found) as total, (
       select json_agg(page) from (select * from found order by updated_at desc, id desc limit $4 offset $5) as page) as rows`,
    [actor.memberId, kind, terms, limit, offset],
  );
  const [answer] = rows;
  const data = (answer?.rows ?? []).map((row) =>
    presentDraftSummary({
      ...row,
      created_at: new Date(row.created_at),
      updated_at: new Date(row.updated_at),
      deleted_at: null,
    }),
  );
  return { data, pagination: { limit, offset, total: answer?.total ?? 0 } };
}

/** A row that came as JSON. */
type DraftJsonRow = Pick<DraftRow, "id" | "kind" | "version" | "summary"> & { created_at: string; updated_at: string };

/** One draft whole, also one that is deleted. @throws Refusal `not_found` */
export async function getDraft(
  { pool, settings }: Pick<Context, "pool" | "settings">,
  actor: Actor,
  id: string,
): Promise<WorkingDraft> {
  const { rows } = await pool.query<DraftRow & { files: { media: string; name: string; size_bytes: number }[] | null }>(
    `select d.*, (select json_agg(json_build_object('media', m.id, 'name', m.file_name, 'size_bytes', m.size_bytes))
       from media m where m.id = any(d.media_ids) and m.member_id = d.member_id) as files
     from drafts d where member_id = $1 and id = $2`,
    [actor.memberId, requireDraftId(id)],
  );
  const [row] = rows;
  if (!row) throw draftNotFound();
  return {
    id: row.id,
    kind: row.kind,
    version: row.version,
    content: row.content,
    images: (row.files ?? []).map(({ media, name, size_bytes }) => ({
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
