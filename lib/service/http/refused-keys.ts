import type pg from "pg";
import type { Actor } from "#lib/service/core/actor.ts";
import { writeSecurityLogLine } from "#lib/service/audit/security-log.ts";

const nobody = { organizationId: null, memberId: null, accountId: null, sessionId: null, keyId: null };

/** A key that nobody has, or that works no more or not from there. How many of them are written is what its limit allows. */
export function logWrongKey(pool: pg.Pool, address: string): void {
  writeSecurityLogLine(pool, {
    ...{ security: "key.use", outcome: "refused", address },
    ...{ method: "key", reason: "wrong_key" },
    ...nobody,
  });
}

/** A key that works and may not do this. A line alone: a program that tries again and again fills no table. */
export function logMissingScope(pool: pg.Pool, actor: Actor): void {
  writeSecurityLogLine(pool, {
    ...{ security: "key.use", outcome: "refused", address: actor.address ?? null, reason: "missing_scope" },
    ...{ organizationId: actor.orgId, memberId: actor.memberId, accountId: null },
    ...{ sessionId: actor.sessionId ?? null, keyId: actor.keyId },
  });
}
