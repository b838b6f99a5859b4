import { defaultPostsView, getDefaultOrder, type PostsView, parsePostsView } from "#components/posts/posts-view.ts";
import { toPostFilter, toPostQuery } from "#components/posts/posts-view-query.ts";
import type { PostCountQuery } from "#lib/contract/types.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { supportsPostFilters } from "#lib/gateway/posts/list-posts.ts";
import { getServiceTime } from "#lib/gateway/service-location.ts";
import type { SearchParamsRecord } from "#lib/queries/search-params.ts";

/** Reads the posts view from an address and turns it into the service's query, in the member's zone. */
export async function readPostsView(search: SearchParamsRecord) {
  const [{ zone }, filters] = await Promise.all([readPreferences(), supportsPostFilters()]);
  const asked = parsePostsView(search);
  const view = filters ? asked : toBasicView(asked);
  const now = getServiceTime();
  const filter = toPostFilter(view, zone, now);
  const { status: _, deleted: __, ...counted } = filter;
  return { view, query: toPostQuery(view, zone, now), filter, counted: counted satisfies PostCountQuery };
}

/** Returns the parts of a view that a service with only the documented filters can show. */
function toBasicView({ status, size, page, columns, density }: PostsView): PostsView {
  return { ...defaultPostsView, ...getDefaultOrder(status), status, size, page, columns, density };
}
