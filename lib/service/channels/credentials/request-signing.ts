import type { PlatformAccount, PlatformRequest, PlatformResult } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, Platform } from "#lib/service/channels/core/platform.ts";
import { getClockSkewMs } from "#lib/service/channels/core/platform-response.ts";

/** What a server said last about signing to one account, and when, by our clock. */
type SigningState = { nonce: string | null; aheadMs: number; atMs: number };
const heardMax = 1_000;
/** Ms that a nonce is believed to count for: those of Bluesky's own server do for two minutes and more. */
const freshMs = 60_000;

export type SendSigned = (
  at: { platform: Platform; account: PlatformAccount; secret: AccountSecret; now: () => Date },
  request: PlatformRequest,
  send: (request: PlatformRequest) => Promise<PlatformResult>,
) => Promise<PlatformResult>;

/**
 * Puts the account's token into requests. Where a platform wants each signed, what its server asks to be named (a nonce,
 * RFC 9449 §9) is remembered by account, and what was refused for its signature alone is sent once more: by then the nonce is
 * known, and how wrong our clock is. What writes or carries something is not sent to be refused: a question that changes
 * nothing goes first, so that of a write whose answer is lost there is but one.
 */
export function createSignedSender(): SendSigned {
  const heard = new Map<string, SigningState>();

  return async ({ platform, account, secret, now }, request, send) => {
    const { signing } = platform;
    const key = `${account.channelId} ${account.host}`;
    const ask = (one: PlatformRequest) => {
      const { nonce, aheadMs: ahead } = heard.get(key) ?? { nonce: null, aheadMs: 0 };
      return send(platform.authorize(one, secret, account, { nonce, now: new Date(now().getTime() + ahead) }));
    };
    if (!signing?.isSigned(secret)) return await ask(request);
    const isFresh = () => Math.abs(now().getTime() - (heard.get(key)?.atMs ?? 0)) < freshMs;
    if (request.method !== "GET" && !isFresh()) hear(await ask(signing.question(account)));
    const first = await ask(request);
    if (!hear(first)) return first;
    const second = await ask(request);
    hear(second);
    return second;

    function hear(answer: PlatformResult): boolean {
      if (answer.is !== "answer" || !signing) return false;
      const { nonce, isRefused } = signing.read(answer);
      const before = heard.get(key);
      // A clock is believed to be right until a signature was refused.
      const ahead = isRefused ? getClockSkewMs(answer, now()) : (before?.aheadMs ?? 0);
      heard.delete(key);
      heard.set(key, { nonce: nonce ?? before?.nonce ?? null, aheadMs: ahead, atMs: now().getTime() });
      const [oldest] = heard.keys();
      if (heard.size > heardMax && oldest !== undefined) heard.delete(oldest);
      return isRefused;
    }
  };
}
