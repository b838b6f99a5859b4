import { authenticatorSecrets } from "./accounts/authenticator-app.ts";
import { tidyGuesses } from "./accounts/guesses.ts";
import { removeOldEvents } from "./audit/remove-old-events.ts";
import { keysOfApps } from "./channels/app-keys.ts";
import { checkAccounts } from "./channels/health.ts";
import { accountKeys } from "./channels/vault.ts";
import { makeVersionWarner } from "./channels/version-warning.ts";
import { forFiles } from "./clock.ts";
import type { Context } from "./context.ts";
import { sealAnew } from "./db/seal-anew.ts";
import { removeOldDrafts } from "./drafts/remove-old-drafts.ts";
import { removeStrayFiles, removeUnusedMedia } from "./media/remove-unused.ts";
import { sealedPushKeys } from "./notify/push-keys.ts";
import { dropPastBoards, foldBoards } from "./points/board-fold.ts";
import { reckonAhead } from "./points/board-past.ts";
import { dropRanges } from "./points/board-range.ts";
import { checkDaily } from "./points/check-ledger.ts";
import { fillLikeness } from "./points/fill-likeness.ts";
import { foldPostCounts } from "./posts/fold-counts.ts";
import type { Sweeper } from "./publishing/sweeps.ts";
import { tidyDeliveries } from "./webhooks/housekeeping.ts";
import { secretsOfWebhooks } from "./webhooks/secret.ts";

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
