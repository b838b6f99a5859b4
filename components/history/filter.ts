import { postStatuses } from "#lib/contract/limits";
import type { PostFilter } from "#lib/queries/posts";

/** Pages that can be asked for: the service refuses to skip more than a million. */
const pagesMax = 50_000;

/** The filter an address asks for. What it does not know is left out: an old link still opens. */
export function parseFilter(search: Record<string, string | string[] | undefined>): PostFilter {
  const asked = first(search["status"]);
  const status = postStatuses.find((known) => known === asked) ?? null;
  const page = Number(first(search["page"]));
  return { status, page: Number.isInteger(page) && page >= 1 && page <= pagesMax ? page : 1 };
}

/** The address of a filter; the first page of all posts is plain `/posts`. */
export function addressOf({ status, page }: PostFilter): string {
  const search = new URLSearchParams();
  if (status !== null) search.set("status", status);
  if (page > 1) search.set("page", String(page));
  const query = search.toString();
  return query ? `/posts?${query}` : "/posts";
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
