import "server-only";
import type { Client } from "#lib/client/make-client";
import type { Result } from "#lib/contract/errors";
import { postStatuses } from "#lib/contract/limits";
import { offeredAbilities } from "./abilities.ts";

/** How many posts there are of each status and in `all`; null for a number that could not be had. */
export type StatusCounts = Record<string, number | null>;

/** Exact numbers. A service that does not count by itself is asked for a page of one post of each status: its total is the number. */
export async function countPosts(client: Client): Promise<Result<StatusCounts>> {
  if ((await offeredAbilities()).has("countPosts")) {
    const counts = await client.countPosts();
    if (counts.error) return counts;
    const { lower_bounds: _, ...each } = counts.ok;
    const all = postStatuses.reduce((sum, status) => sum + (each[status] ?? 0), 0);
    return { ok: { ...each, all } };
  }
  const [all, ...each] = await Promise.all([
    client.listPosts({ limit: 1 }),
    ...postStatuses.map((status) => client.listPosts({ status: [status], limit: 1 })),
  ]);
  if (all.error) return all;
  const counts: StatusCounts = { all: all.ok.pagination.total };
  for (const [at, status] of postStatuses.entries()) counts[status] = each[at]?.ok?.pagination.total ?? null;
  return { ok: counts };
}
