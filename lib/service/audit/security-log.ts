import type pg from "pg";
import type { AuditEventType, AuditOutcome, AuthenticationMethod } from "#lib/contract/resources/audit-event-types.ts";
import type { Log } from "#lib/service/core/log.ts";

/**
 * One line of the security log, in this order. Programs such as fail2ban read it (docs/security-log.md): a field may be
 * added at the end, and none is renamed or moved. Nothing in it was typed by a person.
 */
export type SecurityLogLine = {
  security: AuditEventType;
  outcome: AuditOutcome;
  address: string | null;
  method?: AuthenticationMethod;
  reason?: string;
  organizationId: string | null;
  memberId: string | null;
  accountId: string | null;
  sessionId: string | null;
  keyId: string | null;
  targetType?: string;
  targetId?: string | null;
};

const logs = new WeakMap<pg.Pool, Log>();

/** Names the log for events that are committed through this pool. A transaction knows its pool and nothing of the service. */
export function setSecurityLog(pool: pg.Pool, log: Log): void {
  logs.set(pool, log);
}

/** Writes the line: a refusal as a warning, everything else as information. */
export function writeSecurityLogLine(pool: pg.Pool, line: SecurityLogLine): void {
  logs.get(pool)?.[line.outcome === "refused" ? "warn" : "info"](line, "security");
}
