import { cookies } from "next/headers";
import { cache } from "react";
import { supportsPostFilters } from "#lib/gateway/posts/list-posts.ts";
import { canSeeOthersPosts } from "#lib/gateway/service-capabilities.ts";
import { getIdentity } from "#lib/gateway/service-client.ts";
import { everyone, scopeCookie } from "#lib/queries/scope.ts";
import type { SearchParamsRecord } from "#lib/queries/search-params.ts";

/** The scope that a member who sees others' posts last chose in this browser, for every page that lists posts. */
export type RememberedScope = { memberId: string; isEveryone: boolean };

/** Reads the remembered scope; null where the member sees their own posts only. */
export const readRememberedScope = cache(async (): Promise<RememberedScope | null> => {
  const [me, filters, seesOthers, stored] = await Promise.all([
    getIdentity(),
    supportsPostFilters(),
    canSeeOthersPosts(),
    cookies(),
  ]);
  const membership = me.ok?.membership;
  if (!membership || !filters || !seesOthers) return null;
  return { memberId: membership.id, isEveryone: stored.get(scopeCookie)?.value === membership.id };
});

/**
 * Returns true if the remembered scope is everyone's. Reads the identity only if there is a cookie: that read is a request
 * before the page's own.
 */
export async function isEveryoneRemembered(): Promise<boolean> {
  return (await cookies()).has(scopeCookie) && (await readRememberedScope())?.isEveryone === true;
}

/** Returns the search params with the remembered scope, where they name no member. */
export async function applyRememberedScope(search: SearchParamsRecord): Promise<SearchParamsRecord> {
  return search["member"] === undefined && (await isEveryoneRemembered()) ? { ...search, member: everyone } : search;
}
