import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { DraftSummary, Post } from "#lib/contract/types.ts";
import { excerptQuery, getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";

/** Drafts on one page of the list. */
const pageSize = 30;

type DraftsQuery = {
  kind: "draft" | "template";
  /** The search text; empty for all. */
  words?: string;
  offset?: number;
  limit?: number;
};

/** A page of drafts, with the exact number of all. */
export type DraftPageSnapshot = { drafts: DraftSummary[]; total: number };

/**
 * Lists a page of the member's drafts, or of their templates and those that others share, last changed first. Each
 * submission of posts with status `draft` is one entry of the drafts. A service without drafts has only such posts.
 */
export async function listDrafts(
  client: ServiceClient,
  { kind, words = "", offset = 0, limit = pageSize }: DraftsQuery,
): Promise<Result<DraftPageSnapshot>> {
  const offered = await getServiceCapabilities();
  if (!offered.has("listDrafts")) return kind === "draft" && words === "" ? listDraftsFromPosts(client, limit) : none;
  const query = {
    kind,
    limit,
    offset,
    ...(words !== "" && { q: words }),
    ...(offered.has("listDrafts.with_posts") && { with_posts: "true" as const }),
    ...(kind === "template" && offered.has("listDrafts.with_shared") && { with_shared: "true" as const }),
  };
  const result = await client.listDrafts(query);
  return result.error ? result : { ok: { drafts: result.ok.data, total: result.ok.pagination.total } };
}

const none: Result<DraftPageSnapshot> = { ok: { drafts: [], total: 0 } };

/** Reads the newest hundred posts with status `draft`. */
async function listDraftsFromPosts(client: ServiceClient, limit: number): Promise<Result<DraftPageSnapshot>> {
  const query = { status: ["draft" as const], limit: limits.pageSizeMax, offset: 0 };
  const result = await client.listPosts({ ...query, ...(await excerptQuery()) });
  if (result.error) return result;
  return { ok: groupDraftPosts(result.ok.data, result.ok.pagination.total, limit) };
}

/**
 * Groups posts with status `draft` by submission, in their order.
 * @param total the number of all such posts; those beyond `posts` count one by one. Null if it is unknown.
 */
export function groupDraftPosts(posts: readonly Post[], total: number | null, limit: number): DraftPageSnapshot {
  const bySubmission = new Map<string, Post[]>();
  for (const post of posts) {
    const key = post.submission_id ?? post.id;
    bySubmission.set(key, [...(bySubmission.get(key) ?? []), post]);
  }
  const drafts = [...bySubmission].flatMap(([id, same]) => toDraftSummary(id, same) ?? []);
  return { drafts: drafts.slice(0, limit), total: drafts.length + Math.max(0, (total ?? 0) - posts.length) };
}

const excerptCharacters = 140;
const getExcerpt = ({ posts }: Post) => (posts[0]?.text ?? "").slice(0, excerptCharacters).toWellFormed();

function toDraftSummary(id: string, posts: readonly Post[]): DraftSummary | null {
  const [first] = posts;
  if (!first) return null;
  return {
    id,
    kind: "draft",
    version: 0,
    name: null,
    words: getExcerpt(first),
    parts: first.posts.length,
    images: first.media?.length ?? 0,
    channels: posts.flatMap((post) => post.channel_id ?? []),
    when: null,
    post: null,
    posts: posts.map((post) => ({
      id: post.id,
      channel_id: post.channel_id ?? "",
      channel: post.channel ?? "",
      version: post.version ?? 0,
      words: getExcerpt(post),
    })),
    created_at: first.created_at,
    updated_at: first.updated_at,
  };
}

/** The number of drafts, and the drafts that edit a post. */
export type DraftsOverviewSnapshot = { total: number; edits: { post: string; draft: string }[] };

/** Reads what every page shows of the drafts; null where the service stores none. */
export async function readDraftsOverview(client: ServiceClient): Promise<Result<DraftsOverviewSnapshot> | null> {
  if (!(await getServiceCapabilities()).has("listDrafts.with_posts")) return null;
  const [all, edits] = await Promise.all([
    client.listDrafts({ with_posts: "true", limit: 1 }),
    client.listDrafts({ edits: "true", limit: limits.pageSizeMax }),
  ]);
  if (all.error) return all;
  if (edits.error) return edits;
  const ofPosts = edits.ok.data.flatMap(({ id, post, edits: posts = post === null ? [] : [post] }) =>
    posts.map((one) => ({ post: one, draft: id })),
  );
  return { ok: { total: all.ok.pagination.total, edits: ofPosts } };
}
