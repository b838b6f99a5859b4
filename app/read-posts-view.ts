import type { CountQuery } from "#lib/contract/types.ts";
import { canFilter } from "#lib/gateway/posts/list-posts.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { serviceNow } from "#lib/gateway/service-location.ts";
import { type PostView, parseView, type Search, wholeView } from "#components/posts/posts-view.ts";
import { filterOf, queryOf } from "#components/posts/posts-view-query.ts";

/** The view of the history that an address asks for, and what the service is asked for it, in this member's zone. */
export async function readView(search: Search) {
  const [{ zone }, filters] = await Promise.all([readPreferences(), canFilter()]);
  const asked = parseView(search);
  const view = filters ? asked : documented(asked);
  const now = serviceNow();
  const filter = filterOf(view, zone, now);
  const { status: _, deleted: __, ...counted } = filter;
  return { view, query: queryOf(view, zone, now), filter, counted: counted satisfies CountQuery };
}

/** What a service that knows no more than the document can show. */
function documented({ status, size, page, columns, density }: PostView): PostView {
  return { ...wholeView, status, size, page, columns, density };
}
