import "server-only";
import type { Client } from "#lib/client/make-client";
import type { Result } from "#lib/contract/errors";
import { limits, type PostStatus } from "#lib/contract/limits";
import type { Pagination, Post } from "#lib/contract/types";

/** One page of the history, newest first; `page` counts from 1. */
export async function listPosts(
  client: Client,
  filter: { status: PostStatus | null; page: number },
): Promise<Result<{ posts: Post[]; pagination: Pagination }>> {
  const limit = limits.pageSizeDefault;
  const result = await client.listPosts({
    ...(filter.status !== null && { status: [filter.status] }),
    limit,
    offset: (filter.page - 1) * limit,
  });
  return result.error ? result : { ok: { posts: result.ok.data, pagination: result.ok.pagination } };
}
