import { type AuditEventType, auditEventTypes } from "#lib/contract/resources/audit-event-types.ts";
import type { AuditLogQuery } from "#lib/contract/types.ts";
import { isDay } from "#lib/time/days.ts";

/**
 * The audit log's filter in the address. Days are in the reader's zone; `before` is the cursor of the previous page.
 */
export type AuditLogFilter = {
  type: AuditEventType | null;
  member: string | null;
  from: string | null;
  to: string | null;
  before: string | null;
};

export const auditLogPageSize = 50;

type AuditLogSearchParams = Record<string, string | string[] | undefined>;

/** Parses the page's search params; an invalid value counts as missing. */
export function parseAuditLogFilter(search: AuditLogSearchParams): AuditLogFilter {
  const one = (name: string) => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const day = (name: string) => {
    const value = one(name);
    return value !== null && isDay(value) ? value : null;
  };
  const before = one("before");
  return {
    type: auditEventTypes.find((type) => type === one("type")) ?? null,
    member: one("member"),
    from: day("from"),
    to: day("to"),
    before: before !== null && /^\d{1,18}$/.test(before) ? before : null,
  };
}

/** Serializes the filter for an address, without a question mark. */
export function serializeAuditLogFilter(filter: AuditLogFilter): string {
  const set = Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return new URLSearchParams(set).toString();
}

/**
 * Converts the filter to the service's query, without the cursor. `startOf` returns a day's first instant, `after` the
 * next day.
 */
export function toAuditLogQuery(
  { type, member, from, to }: AuditLogFilter,
  startOf: (day: string) => Date,
  after: (day: string) => string,
): Omit<AuditLogQuery, "before" | "limit"> {
  return {
    ...(type !== null && { type }),
    ...(member !== null && { member }),
    ...(from !== null && { from: startOf(from).toISOString() }),
    ...(to !== null && { to: startOf(after(to)).toISOString() }),
  };
}
