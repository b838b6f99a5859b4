import { authenticatorSecrets } from "#lib/service/auth/two-step/authenticator-app.ts";
import { tidyGuesses } from "#lib/service/auth/sign-in-throttle.ts";
import { removeOldEvents } from "#lib/service/audit/remove-expired-events.ts";
import { keysOfApps } from "#lib/service/channels/credentials/app-credentials-store.ts";
import { checkAccounts } from "#lib/service/channels/connect/check-accounts.ts";
import { accountKeys } from "#lib/service/channels/credentials/account-secrets.ts";
import { makeVersionWarner } from "#lib/service/channels/core/api-version-warning.ts";
import { forFiles } from "#lib/service/core/clock.ts";
import type { Context } from "#lib/service/core/context.ts";
import { sealAnew } from "#lib/service/db/reseal-secrets.ts";
import { removeOldDrafts } from "#lib/service/drafts/remove-old-drafts.ts";
import { removeStrayFiles, removeUnusedMedia } from "#lib/service/media/remove-unused-media.ts";
import { sealedPushKeys } from "#lib/service/outbox/vapid-keys.ts";
import { dropPastBoards, foldBoards } from "#lib/service/leaderboard/compact-leaderboards.ts";
import { reckonAhead } from "#lib/service/leaderboard/leaderboard-trends.ts";
import { dropRanges } from "#lib/service/leaderboard/range-leaderboard.ts";
import { checkDaily } from "#lib/service/ledger/check-ledger.ts";
import { fillLikeness } from "#lib/service/claims/similarity/backfill-similarity.ts";
import { foldPostCounts } from "#lib/service/posts/read/compact-post-counters.ts";
import type { Sweeper } from "#lib/service/publishing/queue/sweep-runner.ts";
import { tidyDeliveries } from "#lib/service/webhooks/remove-old-deliveries.ts";
import { secretsOfWebhooks } from "#lib/service/webhooks/webhook-secret.ts";

/** The recurring work of a process that publishes, beside publishing itself. */
export function sweepersOf(context: Omit<Context, "wakeAt" | "tryNotice" | "sendLetter">): Sweeper[] {
  const ofFiles = { ...context, clock: forFiles(context.clock) };
  return [
    { name: "post counts", everyMs: 5_000, run: () => foldPostCounts(context.pool) },
    { name: "boards", everyMs: 5_000, run: () => foldBoards(context.pool) },
    { name: "boards of days", everyMs: 60_000, run: () => dropRanges(context.pool) },
    { name: "likeness", everyMs: 60_000, run: (signal) => fillLikeness(context.pool, signal) },
    { name: "movements", everyMs: 60 * 60_000, run: () => reckonAhead(context.pool, context.clock.now()) },
    { name: "past boards", everyMs: 60 * 60_000, run: () => dropPastBoards(context.pool, context.clock.now()) },
    { name: "unused images", everyMs: 10 * 60_000, run: (signal) => removeUnusedMedia(context, signal) },
    { name: "stray files", everyMs: 60 * 60_000, run: (signal) => removeStrayFiles(ofFiles, signal) },
    { name: "ledger check", everyMs: 60 * 60_000, run: () => checkDaily(context) },
    { name: "sign-in guesses", everyMs: 10 * 60_000, run: () => tidyGuesses(context.pool, context.clock.now()) },
    { name: "deleted drafts", everyMs: 10 * 60_000, run: () => removeOldDrafts(context) },
    { name: "audit log", everyMs: 60 * 60_000, run: (signal) => removeOldEvents(context, signal) },
    { name: "versions", everyMs: 10 * 60_000, run: makeVersionWarner(context) },
    { name: "accounts", everyMs: 60_000, run: (signal) => checkAccounts(context, signal) },
    { name: "webhook deliveries", everyMs: 10 * 60_000, run: () => tidyDeliveries(context.pool) },
  ];
}

const sealedPlaces = [accountKeys, keysOfApps, ...secretsOfWebhooks, sealedPushKeys, ...authenticatorSecrets];

/** Seals every stored secret again while SECRET_OLD names former secrets, and logs when it can be removed. */
export function sealingAgain({ pool, sealer, log }: Pick<Context, "pool" | "sealer" | "log">): Sweeper {
  let isSaid = false;
  const run = async () => {
    const { anew, closed } = await sealAnew(pool, sealer, sealedPlaces);
    if (anew > 0) log.info({ anew }, "sealed anew under SECRET");
    if (anew > 0 || isSaid) return;
    isSaid = true;
    const left = closed > 0 ? ` (${closed} sealed values open with none of the secrets)` : "";
    log.info(`nothing is sealed under SECRET_OLD any more: it can be taken away${left}`);
  };
  return { name: "seals", everyMs: 60_000, run };
}
