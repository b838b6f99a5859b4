import { inTransaction } from "#lib/service/db/transaction.ts";
import { resolveUnconfirmedParts } from "#lib/service/posts/state/resolve-unconfirmed-parts.ts";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
import { type PublishingFixture, waitUntil } from "./publishing-fixture.ts";

/** Sends a post on X with an unconfirmed outcome again, on the member's order. */
export const sendAgain = (stage: PublishingFixture, worker: Publisher, id: string) =>
  settle(stage, worker, id, "send_again");
export const confirmPublished = (stage: PublishingFixture, worker: Publisher, id: string) =>
  settle(stage, worker, id, "is_there");

async function settle(
  stage: PublishingFixture,
  worker: Publisher,
  id: string,
  word: "send_again" | "is_there",
): Promise<void> {
  await inTransaction(stage.pool, async (tx) => {
    await resolveUnconfirmedParts(tx, [id], word, new Date());
    const again = "status = 'publishing', failure_cause = null, error = null, attempts = 0, due_at = now()";
    const { rows } = await tx.client.query(`update posts set ${again} where id = $1 returning due_at`, [id]);
    await worker.wakeAt(tx, { id, channelId: stage.channelOn("x").id }, rows[0].due_at);
  });
}

/** Creates functions that wait for a post, on a fixture that is opened before the first test runs. */
export function createPostWaits(stage: () => PublishingFixture) {
  return {
    statusIs: (id: string, status: string) =>
      waitUntil(`post is ${status}`, async () => (await stage().rowOf(id)).status === status),
    putOff: (id: string) =>
      waitUntil("post is postponed", async () => {
        const row = await stage().rowOf(id);
        return (
          row.status === "publishing" && row.lease_until === null && row.due_at !== null && row.due_at > new Date()
        );
      }),
    /** Advances the time past the post's wait. */
    async skipWait(id: string): Promise<void> {
      const row = await stage().rowOf(id);
      await stage().passTime((row.due_at?.getTime() ?? 0) - Date.now() + 50);
    },
  };
}
