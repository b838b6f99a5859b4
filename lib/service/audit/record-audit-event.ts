import {
  type AuditEventType,
  type AuditOutcome,
  type AuditTargetType,
  type AuthenticationMethod,
  accountAuditTypes,
} from "#lib/contract/resources/audit-event-types.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { type SecurityLogLine, writeSecurityLogLine } from "./security-log.ts";

/**
 * Who did it. An `Actor` fits, and so does what a session of the dashboard stands for. Everything is null where nobody is
 * known, such as at a refused sign-in.
 */
export type AuditActor = {
  orgId: string | null;
  memberId: string | null;
  accountId?: string | null;
  sessionId?: string | null;
  keyId?: string | null;
  /** The address of the client, not of a proxy. */
  address?: string | null | undefined;
};

/** One event. It never holds a secret: no key, password, token, code, or text of a post. */
export type AuditEvent = {
  type: AuditEventType;
  by: AuditActor;
  /** `success` where nothing is said. */
  outcome?: AuditOutcome;
  /** How somebody proved who they are. */
  method?: AuthenticationMethod;
  /** Why it was refused, as a code such as `wrong_password`. */
  reason?: string;
  /** What it was done to. `name` is shown to owners of the organization. */
  target?: { type: AuditTargetType; id: string | null; name?: string | null };
  /** Short facts for owners, such as the role before and after. They are not in the security log. */
  detail?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
};

const accountTypes: ReadonlySet<AuditEventType> = new Set(accountAuditTypes);

/**
 * Writes an event into the audit log, and one line into the security log once the transaction is committed.
 *
 * `at` is the transaction of the change, so that there is never one without the other. Pass the pool instead where the
 * change was refused: its own transaction is rolled back, and the event would go with it.
 *
 * An event of an account's credentials, and one that names an account and no organization, gives a row to each organization
 * that the account is an active member of. Without an organization and an account there is only the line.
 */
export async function recordAuditEvent(
  client: Tx | Parameters<typeof inTransaction>[0],
  event: AuditEvent,
): Promise<void> {
  if (!("afterCommit" in client)) return inTransaction(client, (tx) => recordAuditEvent(tx, event));
  const { type, by, outcome = "success", target } = event;
  const { orgId, memberId, accountId = null, sessionId = null, keyId = null, address = null } = by;
  const detail = {
    ...(event.method && { method: event.method }),
    ...(event.reason && { reason: event.reason }),
    ...event.detail,
  };
  const values = [
    ...[type, outcome, accountId, sessionId, keyId, address],
    ...[target?.type ?? null, target?.id ?? null, target?.name ?? null, JSON.stringify(detail)],
  ];
  const isOfAccount = accountId !== null && (orgId === null || accountTypes.has(type));
  if (isOfAccount) await client.client.query(insertForAccount, values);
  else if (orgId !== null) await client.client.query(insertForOrganization, [...values, orgId, memberId]);
  client.afterCommit(() => writeSecurityLogLine(client.pool, toSecurityLogLine(event)));
}

const columns =
  "type, outcome, account_id, session_id, key_id, address, target_type, target_id, target_name, detail, org_id, member_id";
const placed = "$1, $2, $3::uuid, $4::uuid, $5::uuid, $6, $7, $8, left($9, 200), $10::jsonb";
const insertForOrganization = `insert into audit_log (${columns}) values (${placed}, $11, $12)`;
const insertForAccount = `
  insert into audit_log (${columns})
  select ${placed}, org_id, id from members where account_id = $3::uuid and removed_at is null`;

function toSecurityLogLine({ type, by, outcome = "success", method, reason, target }: AuditEvent): SecurityLogLine {
  return {
    security: type,
    outcome,
    address: by.address ?? null,
    ...(method && { method }),
    ...(reason && { reason }),
    organizationId: by.orgId,
    memberId: by.memberId,
    accountId: by.accountId ?? null,
    sessionId: by.sessionId ?? null,
    keyId: by.keyId ?? null,
    ...(target && { targetType: target.type, targetId: target.id }),
  };
}
