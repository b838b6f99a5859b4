import {
  defaultPostsView,
  type PostsSearchParams,
  type PostsView,
  parsePostsView,
} from "#components/posts/posts-view.ts";
import { toPostFilter, toPostQuery } from "#components/posts/posts-view-query.ts";
import type { PostCountQuery } from "#lib/contract/types.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { supportsPostFilters } from "#lib/gateway/posts/list-posts.ts";
import { getServiceTime } from "#lib/gateway/service-location.ts";

/** The view of the history that an address asks for, and what the service is asked for it, in this member's zone. */
export async function readPostsView(search: PostsSearchParams) {
  const [{ zone }, filters] = await Promise.all([readPreferences(), supportsPostFilters()]);
  const asked = parsePostsView(search);
  const view = filters ? asked : toBasicView(asked);
  const now = getServiceTime();
  const filter = toPostFilter(view, zone, now);
  const { status: _, deleted: __, ...counted } = filter;
  return { view, query: toPostQuery(view, zone, now), filter, counted: counted satisfies PostCountQuery };
}

/** What a service that knows no more than the document can show. */
function toBasicView({ status, size, page, columns, density }: PostsView): PostsView {
  return { ...defaultPostsView, status, size, page, columns, density };
}
