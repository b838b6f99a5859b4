import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { toPersonReference } from "#lib/service/ledger/ledger-records.ts";
import { createClaimNotFoundRefusal } from "#lib/service/settings/review-policy.ts";
import { lockClaims } from "./claim-records.ts";

/** How long a look lasts; who goes on looking says so again. */
const viewMs = 30_000;

/** Notes that the caller looks at a claim. Somebody else's look stays: the first who came is the one others are told of. */
export async function recordClaimView(
  tx: Tx,
  actor: Actor,
  id: string,
  context: Pick<Context, "clock">,
): Promise<{ viewer: { id: string; name: string } | null }> {
  const now = context.clock.now();
  const [row] = isUuid(id) ? await lockClaims(tx, actor.orgId, [id], now) : [];
  if (!row) throw createClaimNotFoundRefusal();
  if (row.is_viewed && row.viewed_by !== actor.memberId)
    return { viewer: toPersonReference(row.viewed_by, row.viewer_name) };
  await tx.client.query({
    name: "claim-view",
    text: "update claims set viewed_by = $2, viewed_until = $3 where post_id = $1",
    values: [row.id, actor.memberId, new Date(now.getTime() + viewMs)],
  });
  if (!row.is_viewed) await publishLiveEvent(tx, "review", actor);
  return { viewer: null };
}
