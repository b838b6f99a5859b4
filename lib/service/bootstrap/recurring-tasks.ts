import { limits } from "#lib/contract/limits.ts";
import { removeExpiredAuditEvents } from "#lib/service/audit/remove-expired-events.ts";
import { removeExpiredAppAccess } from "#lib/service/auth/connected-apps/app-clients.ts";
import { removeExpiredAttempts } from "#lib/service/auth/sign-in-throttle.ts";
import { sealedAuthenticatorSecrets } from "#lib/service/auth/two-step/authenticator-app.ts";
import { checkAccounts } from "#lib/service/channels/connect/check-accounts.ts";
import { createApiVersionWarner } from "#lib/service/channels/core/api-version-warning.ts";
import { accountSecretsColumn } from "#lib/service/channels/credentials/account-secrets.ts";
import { appCredentialsColumn } from "#lib/service/channels/credentials/app-credentials-store.ts";
import { backfillSimilarity } from "#lib/service/claims/similarity/backfill-similarity.ts";
import { toFileClock } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { resealSecrets } from "#lib/service/db/reseal-secrets.ts";
import { removeDeletedDrafts } from "#lib/service/drafts/remove-deleted-drafts.ts";
import { compactLeaderboards, removePastLeaderboards } from "#lib/service/leaderboard/compact-leaderboards.ts";
import { precomputePastRanks } from "#lib/service/leaderboard/leaderboard-trends.ts";
import { removeUnusedRangeLeaderboards } from "#lib/service/leaderboard/remove-unused-range-leaderboards.ts";
import { checkLedgersDaily } from "#lib/service/ledger/check-ledger.ts";
import { removeOrphanedFiles, removeUnusedMedia } from "#lib/service/media/remove-unused-media.ts";
import { sealedVapidKeys } from "#lib/service/outbox/vapid-keys.ts";
import { createPostCountersTask } from "#lib/service/posts/read/compact-post-counters.ts";
import type { RecurringTask } from "#lib/service/publishing/queue/task-runner.ts";
import { sealedWebhookSecrets } from "#lib/service/webhooks/webhook-secret.ts";

const batch = 1_000;

/** Removes deliveries that are too old for the log, and ends those of webhooks that are off. Limited per call. */
async function removeOldWebhookDeliveries(pool: Context["pool"]): Promise<void> {
  await pool.query(
    `update webhook_deliveries d set state = 'failed', due_at = null, lease_until = null, finished_at = now(),
       error = 'The webhook was switched off before this was delivered.'
     from webhooks w where w.id = d.webhook_id and d.state = 'waiting' and not w.enabled and not d.asked_for
       and coalesce(d.lease_until <= now(), true)`,
  );
  await pool.query(
    `delete from webhook_deliveries where id in (
       select old.id from webhooks w cross join lateral (
         select id, state from webhook_deliveries where webhook_id = w.id
           order by created_at desc, id desc offset $1 limit $2) old
       where old.state <> 'waiting' limit $2)`,
    [limits.webhookDeliveriesKept, batch],
  );
}

/** The recurring work of a process that publishes, beside publishing itself. */
export function createRecurringTasks(
  context: Omit<Context, "wakeAt" | "sendTestNotification" | "sendEmail">,
): RecurringTask[] {
  const ofFiles = { ...context, clock: toFileClock(context.clock) };
  return [
    createPostCountersTask(context.pool),
    { name: "boards", everyMs: 5_000, run: () => compactLeaderboards(context.pool) },
    { name: "boards of days", everyMs: 60_000, run: () => removeUnusedRangeLeaderboards(context.pool) },
    { name: "likeness", everyMs: 60_000, run: (signal) => backfillSimilarity(context.pool, signal) },
    { name: "movements", everyMs: 60 * 60_000, run: () => precomputePastRanks(context.pool, context.clock.now()) },
    { name: "past boards", everyMs: 60 * 60_000, run: () => removePastLeaderboards(context.pool, context.clock.now()) },
    { name: "unused images", everyMs: 10 * 60_000, run: (signal) => removeUnusedMedia(context, signal) },
    { name: "stray files", everyMs: 60 * 60_000, run: (signal) => removeOrphanedFiles(ofFiles, signal) },
    { name: "ledger check", everyMs: 60 * 60_000, run: () => checkLedgersDaily(context) },
    {
      name: "sign-in guesses",
      everyMs: 10 * 60_000,
      run: () => removeExpiredAttempts(context.pool, context.clock.now()),
    },
    { name: "connected apps", everyMs: 60 * 60_000, run: () => removeExpiredAppAccess(context) },
    { name: "deleted drafts", everyMs: 10 * 60_000, run: () => removeDeletedDrafts(context) },
    { name: "audit log", everyMs: 60 * 60_000, run: (signal) => removeExpiredAuditEvents(context, signal) },
    { name: "versions", everyMs: 10 * 60_000, run: createApiVersionWarner(context) },
    { name: "accounts", everyMs: 60_000, run: (signal) => checkAccounts(context, signal) },
    { name: "webhook deliveries", everyMs: 10 * 60_000, run: () => removeOldWebhookDeliveries(context.pool) },
  ];
}

const sealedLocations = [
  accountSecretsColumn,
  appCredentialsColumn,
  ...sealedWebhookSecrets,
  sealedVapidKeys,
  ...sealedAuthenticatorSecrets,
];

/** Seals every stored secret again while SECRET_OLD names former secrets, and logs when it can be removed. */
export function createResealTask({ pool, sealer, log }: Pick<Context, "pool" | "sealer" | "log">): RecurringTask {
  let isReported = false;
  const run = async () => {
    const { resealed, closed } = await resealSecrets(pool, sealer, sealedLocations);
    if (resealed > 0) log.info({ anew: resealed }, "stored secrets resealed with SECRET");
    if (resealed > 0 || isReported) return;
    isReported = true;
    const left = closed > 0 ? ` (${closed} sealed values can't be opened with any secret)` : "";
    log.info(`SECRET_OLD is no longer used and can be removed${left}`);
  };
  return { name: "seals", everyMs: 60_000, run };
}
