import type { Scope } from "#lib/contract/scopes.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { apiKeys } from "#lib/service/db/drizzle-tables.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { generateApiKey, hashToken } from "./api-key-token.ts";

/**
 * Creates a key of a member and gives it out, the only time it can be had. The scopes are asked for, not granted:
 * every request cuts them down to what the member's role allows then.
 */
export async function insertApiKey(
  tx: Tx,
  input: {
    memberId: string;
    name: string;
    scopes: readonly Scope[];
    /** A value that the operator chose (SETUP_KEY). */
    key?: string;
    expiresAt?: Date | null;
    /** Written as `writeRange` does; none: from anywhere. */
    addresses?: readonly string[];
    draftsOnly?: boolean;
    /** `app` for the key of a connected app, whose value nobody gets. */
    kind?: "key" | "app";
    /** The key that makes it (`getMakingKeyId`). */
    madeByKey?: string | null;
  },
  clock: Clock,
): Promise<{ id: string; key: string }> {
  const key = input.key ?? generateApiKey();
  const id = clock.newId();
  await tx.insert(apiKeys).values({
    id,
    memberId: input.memberId,
    name: input.name,
    hash: hashToken(key),
    ending: key.slice(-4),
    scopes: [...input.scopes],
    kind: input.kind ?? "key",
    expiresAt: input.expiresAt ?? null,
    addresses: [...(input.addresses ?? [])],
    draftsOnly: input.draftsOnly ?? false,
    fromSetup: input.key !== undefined,
    madeByKey: input.madeByKey ?? null,
    createdAt: clock.now(),
  });
  return { id, key };
}
