import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type {
  AccountSecret,
  AppCredentials,
  Platform,
  PlatformHttpClientFactory,
  RefreshResult,
} from "#lib/service/channels/core/platform.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createConcurrencyLimiter } from "#lib/service/media/processing/concurrency-limiter.ts";
import { dayMs, minuteMs } from "#lib/time/time-units.ts";
import {
  getAccountSecret,
  type RefreshRetry,
  replaceAccountSecret,
  type StoredSecret,
  saveReconnectDate,
  saveRefreshRetry,
} from "./account-secrets.ts";

/** `none`: the account has to be reconnected. `unsent`: no refresh was possible just now. */
export type AccessTokenResult =
  | { type: "token"; secret: AccountSecret; version: number }
  | { type: "none" }
  | { type: "unsent"; why: string };

/** The access tokens of requests; refreshed when needed. */
export type AccessTokens = {
  /** Returns the freshest token that can be had; `none` only if nothing is stored. */
  current: (platform: Platform, account: PlatformAccount) => Promise<AccessTokenResult>;
  /** Returns a new token after the platform said that the access of version `used` has expired. */
  renewed: (platform: Platform, account: PlatformAccount, used: number) => Promise<AccessTokenResult>;
};

/**
 * Delays between attempts of a refresh without a clear answer; the last one repeats until the platform refuses the
 * token.
 */
const retryDelaysMs = [minuteMs, 5 * minuteMs, 15 * minuteMs];
const notJustNow = "The account's access couldn't be refreshed. It is retried automatically.";
/** The most concurrent refreshes: each holds a connection of the pool while the platform answers. */
const atOnce = 3;

/**
 * Creates the refresher of accounts' access. Over all processes, each account has one refresh at a time: a refresh
 * locks the account's row and reads it again under the lock. A refresh without a clear answer (5xx, a time-out, an
 * answer that can't be read) changes no credentials: the old access serves while it lasts, and the same token is tried
 * again after 1, 5 and then each 15 minutes, as X's staff advise (devcommunity.x.com 271768). Only a refusal of the
 * token itself forces a reconnect. If the lost request had used the token up, the repeat is refused, which costs at
 * most the rest of the old access.
 */
export function createAccessTokens(
  deps: Pick<Context, "pool" | "sealer" | "appKeys" | "clock" | "log"> & { netFor: PlatformHttpClientFactory },
): AccessTokens {
  const { pool, sealer, clock, log } = deps;
  const running = new Map<string, Promise<AccessTokenResult>>();
  const turns = createConcurrencyLimiter({ atOnce, waitingMax: Number.POSITIVE_INFINITY });

  function renewed(platform: Platform, account: PlatformAccount, used: number): Promise<AccessTokenResult> {
    const key = `${account.channelId} ${used}`;
    const under = running.get(key);
    if (under !== undefined) return under;
    const started = turns.take(() => renewDated(platform, account, used)).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  async function renewDated(platform: Platform, account: PlatformAccount, used: number): Promise<AccessTokenResult> {
    const token = await renew(platform, account, used);
    if (token.type !== "token") return token;
    // The date only announces the end: without it the access works as well.
    await saveReconnectDate(pool, account.channelId, token).catch((error: unknown) =>
      log.warn({ err: error, channelId: account.channelId }, "the date of the next sign-in was not saved"),
    );
    return token;
  }

  async function renew(platform: Platform, account: PlatformAccount, used: number): Promise<AccessTokenResult> {
    const app = await findApp(platform, account);
    let refreshed: RefreshResult | null = null;
    try {
      return await inTransaction(pool, async (tx) => {
        const stored = await getAccountSecret(tx.client, sealer, account.channelId, "for update");
        if (!stored) return { type: "none" };
        if (stored.version !== used) return tokenOf(stored);
        if (!platform.refresh.can || !canRefresh(platform, stored) || stored.isSpent) return { type: "none" };
        if (isWaiting(stored, clock.now())) return { type: "unsent", why: stored.retry?.why ?? notJustNow };
        // A repeat of the transaction must not repeat the request.
        refreshed ??= await platform.refresh
          .run(stored.secret, { account, app }, deps.netFor(platform, account.host))
          // The request may have left.
          .catch((): RefreshResult => ({ type: "unclear" }));
        log.info(
          { channelId: account.channelId, platform: platform.connector.slug, came: refreshed.type },
          "refreshed",
        );
        if (refreshed.type === "unsent") return { type: "unsent", why: notJustNow };
        if (refreshed.type === "unclear") {
          const retry = nextRetry(stored, refreshed.why ?? null, clock.now());
          await saveRefreshRetry(tx.client, sealer, account.channelId, { secret: stored.secret, retry, of: used });
          return { type: "unsent", why: retry.why ?? notJustNow };
        }
        const next = nextOf(stored, refreshed);
        await replaceAccountSecret(tx.client, sealer, account.channelId, { ...next, of: used });
        return refreshed.type === "refreshed"
          ? { type: "token", secret: next.secret, version: used + 1 }
          : { type: "none" };
      });
    } catch (error) {
      // The transaction failed, and its result may be the only valid pair of tokens, so that pair is stored once more.
      const result = refreshed as RefreshResult | null;
      if (result?.type !== "refreshed") throw error;
      const replacement = { secret: result.secret, isSpent: false, of: used };
      const isReplaced = await replaceAccountSecret(pool, sealer, account.channelId, replacement);
      log.warn(
        { err: error, channelId: account.channelId, isKept: isReplaced },
        "token refresh saved on the second attempt",
      );
      return { type: "token", secret: result.secret, version: used + 1 };
    }
  }

  async function findApp(platform: Platform, account: PlatformAccount): Promise<AppCredentials | null> {
    const { rows } = await pool.query("select org_id from channels where id = $1", [account.channelId]);
    const scope = getAppCredentialsKey(platform, account, rows[0]?.org_id ?? null);
    return scope && (await deps.appKeys.find(scope));
  }

  return {
    async current(platform, account) {
      const stored = await getAccountSecret(pool, sealer, account.channelId);
      if (!stored) return { type: "none" };
      const now = clock.now();
      const isLeft = stored.isSpent || isWaiting(stored, now) || !isEnding(stored, now);
      if (!canRefresh(platform, stored) || isLeft) return tokenOf(stored);
      const token = await renewed(platform, account, stored.version);
      // The rest of the old access is worth a try: our clock may be wrong too.
      return token.type === "token" ? token : tokenOf(stored);
    },
    async renewed(platform, account, used) {
      const token = await renewed(platform, account, used);
      if (token.type !== "none") return token;
      // The member may have reconnected while the platform refused.
      const stored = await getAccountSecret(pool, sealer, account.channelId);
      return stored && stored.version > used && !stored.isSpent ? tokenOf(stored) : token;
    },
  };
}

/** Returns the scope of the application credentials that the account was connected with; null if it needs none. */
export function getAppCredentialsKey(
  { connect, connector, signIn }: Platform,
  { host }: PlatformAccount,
  orgId: string | null,
) {
  const { slug: platform } = connector;
  if (signIn) return { platform, host: "", orgId: null };
  if (connect.by !== "oauth") return null;
  return { platform, host: connect.app.from === "server" ? host : "", orgId };
}

const tokenOf = ({ secret, version }: StoredSecret): AccessTokenResult => ({ type: "token", secret, version });

function nextOf(stored: StoredSecret, refreshed: RefreshResult): { secret: AccountSecret; isSpent: boolean } {
  if (refreshed.type === "refreshed") return { secret: refreshed.secret, isSpent: false };
  return { secret: stored.secret, isSpent: true };
}

/** Some platforms give a refresh token to some applications only. */
const canRefresh = (platform: Platform, { secret }: StoredSecret): boolean =>
  platform.refresh.can && secret.refresh !== null;

const isWaiting = ({ retry }: StoredSecret, now: Date): boolean =>
  retry !== null && Date.parse(retry.nextAt) > now.getTime();

function nextRetry({ retry }: StoredSecret, why: string | null, now: Date): RefreshRetry {
  const attempts = (retry?.attempts ?? 0) + 1;
  const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? 0;
  return { attempts, nextAt: new Date(now.getTime() + delayMs).toISOString(), why };
}

/**
 * Tells if under ten minutes are left; for an access that lasts weeks, under a week, since the account may rest for
 * days.
 */
function isEnding({ secret, savedAt }: StoredSecret, now: Date): boolean {
  if (secret.accessEndsAt === null) return false;
  const endsAt = Date.parse(secret.accessEndsAt);
  const marginMs = endsAt - savedAt.getTime() > 20 * dayMs ? 7 * dayMs : 10 * minuteMs;
  return endsAt - now.getTime() < marginMs;
}
