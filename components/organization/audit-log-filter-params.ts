import { type AuditEventType, auditEventTypes } from "#lib/contract/resources/audit-event-types.ts";
import type { AuditLogQuery } from "#lib/contract/types.ts";
import { createParamReader, type SearchParamsRecord, serializeParams } from "#lib/queries/search-params.ts";

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

/** Parses the page's search params; an invalid value counts as missing. */
export function parseAuditLogFilter(search: SearchParamsRecord): AuditLogFilter {
  const params = createParamReader(search, "invalid");
  const before = params.read("before");
  return {
    type: params.choice("type", auditEventTypes),
    member: params.id("member"),
    from: params.day("from"),
    to: params.day("to"),
    before: before !== null && /^\d{1,18}$/.test(before) ? before : null,
  };
}

/** Serializes the filter for an address, without a question mark. */
export const serializeAuditLogFilter = (filter: AuditLogFilter): string => serializeParams(filter);

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
