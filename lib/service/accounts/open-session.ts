import { scopes } from "#lib/contract/scopes";
import type { OpenedSession, SignInWay } from "#lib/embed";
import type { Clock } from "#lib/service/clock";
import { apiKeys, sessions } from "#lib/service/db/schema";
import type { Tx } from "#lib/service/db/tx";
import { hashKey, makeKey } from "#lib/service/keys/make-key";
import type { Proof } from "./recent-proof.ts";

/** The sealed cookie ends after as long (`absoluteSeconds` of lib/session): a key that outlived it would have no use. */
const sessionDays = 30;
const dayMs = 86_400_000;

export type NewSession = {
  accountId: string;
  memberId: string;
  way: SignInWay;
  /** In words, such as "Chrome on Linux". */
  device: string;
  /** What its person has proved: by this sign-in, or in the session that this one follows. */
  proof: Proof;
};

/**
 * Signs an account's member in: a key of its own, which no list of API keys shows and which dies with the session. It asks
 * for every scope: each request cuts them down to what the member's role allows then, so a new role counts at once.
 */
export async function openAccountSession(tx: Tx, input: NewSession, clock: Clock): Promise<OpenedSession> {
  const key = makeKey();
  const keyId = clock.newId();
  const sessionId = clock.newId();
  const now = clock.now();
  await tx.insert(apiKeys).values({
    id: keyId,
    memberId: input.memberId,
    name: input.device,
    hash: hashKey(key),
    ending: key.slice(-4),
    scopes: [...scopes],
    kind: "session",
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionDays * dayMs),
  });
  const { accountId, way, device, proof } = input;
  await tx
    .insert(sessions)
    .values({ id: sessionId, keyId, accountId, way, device, ...proof, createdAt: now, lastUsedAt: now });
  return { key, sessionId };
}
