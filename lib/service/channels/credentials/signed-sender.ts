import type { PlatformAccount, PlatformRequest, PlatformResult } from "#lib/service/channels/core/connector.ts";
import type { AccountSecret, Platform } from "#lib/service/channels/core/platform.ts";
import { getClockSkewMs } from "#lib/service/channels/core/platform-response.ts";

/** A server's last demand about signatures for one account, and its time by our clock. */
type SigningState = { nonce: string | null; aheadMs: number; atMs: number };
const statesMax = 1_000;
/** Ms for which a nonce counts as valid; those of Bluesky's own server stay valid for two minutes and more. */
const freshMs = 60_000;

/** The sentence about an account that has no valid credentials any more. */
export const signedOut = "The account was signed out. Reconnect the channel.";

export type SendSigned = (
  options: { platform: Platform; account: PlatformAccount; secret: AccountSecret; now: () => Date },
  request: PlatformRequest,
  send: (request: PlatformRequest) => Promise<PlatformResult>,
) => Promise<PlatformResult>;

/**
 * Creates the sender that adds the account's token to requests. For a platform that wants each request signed, it
 * remembers by account the nonce that the server demands (RFC 9449 §9), and repeats once a request that was refused for
 * its signature alone: by then the nonce and the error of our clock are known. A write is never sent without a fresh
 * nonce: a harmless `question` goes first, so that a write whose answer is lost was sent only once.
 */
export function createSignedSender(): SendSigned {
  const states = new Map<string, SigningState>();

  return async ({ platform, account, secret, now }, request, send) => {
    const { signing } = platform;
    const key = `${account.channelId} ${account.host}`;
    const ask = async (one: PlatformRequest): Promise<PlatformResult> => {
      const { nonce, aheadMs: ahead } = states.get(key) ?? { nonce: null, aheadMs: 0 };
      const authorized = await platform.authorize(one, secret, account, {
        nonce,
        now: new Date(now().getTime() + ahead),
      });
      return authorized ? await send(authorized) : { type: "signed_out", why: signedOut };
    };
    if (!signing?.isSigned(secret)) return await ask(request);
    const isFresh = () => Math.abs(now().getTime() - (states.get(key)?.atMs ?? 0)) < freshMs;
    if (request.method !== "GET" && !isFresh()) readSigningState(await ask(signing.question(account)));
    const first = await ask(request);
    if (!readSigningState(first)) return first;
    const second = await ask(request);
    readSigningState(second);
    return second;

    function readSigningState(answer: PlatformResult): boolean {
      if (answer.type !== "answer" || !signing) return false;
      const { nonce, isRefused } = signing.read(answer);
      const before = states.get(key);
      // Our clock counts as right until a server refuses a signature.
      const ahead = isRefused ? getClockSkewMs(answer, now()) : (before?.aheadMs ?? 0);
      states.delete(key);
      states.set(key, { nonce: nonce ?? before?.nonce ?? null, aheadMs: ahead, atMs: now().getTime() });
      const [oldest] = states.keys();
      if (states.size > statesMax && oldest !== undefined) states.delete(oldest);
      return isRefused;
    }
  };
}
