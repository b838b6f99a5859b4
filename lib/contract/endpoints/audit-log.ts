import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import {
  auditEventTypes,
  auditOutcomes,
  auditRetentionDays,
  auditTargetTypes,
} from "#lib/contract/resources/audit-event-types.ts";
import { instant } from "#lib/contract/resources/post-queries.ts";

const person = z.object({ id: z.string(), name: z.string() });

export const AuditLogEvent = z
  .object({
    id: z.string(),
    at: instant,
    type: z.enum(auditEventTypes),
    outcome: z.enum(auditOutcomes).meta({ description: "`refused` for an attempt that changed nothing." }),
    member: person.nullable().meta({ description: "Who did it. Null where nobody was signed in." }),
    via: z
      .object({ type: z.enum(["session", "key"]), id: z.string() })
      .nullable()
      .meta({ description: "The session of the dashboard or the API key that was used." }),
    address: z.string().nullable().meta({ description: "The client's IP address." }),
    target: z
      .object({ type: z.enum(auditTargetTypes), id: z.string().nullable(), name: z.string().nullable() })
      .nullable(),
    detail: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]))
      .meta({ description: "Short facts, such as the role before and after. Never a secret." }),
  })
  .meta({ id: "AuditLogEvent" });

export const AuditLogQuery = z.object({
  type: z.union([z.enum(auditEventTypes), z.array(z.enum(auditEventTypes))]).optional(),
  member: z.string().optional().meta({ description: "Events that this member did, or that were done to them." }),
  outcome: z.enum(auditOutcomes).optional(),
  from: instant.optional(),
  to: instant.optional(),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .meta({ description: "`next` of the page before." }),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).optional(),
});

export const AuditLogPage = z
  .object({
    events: z.array(AuditLogEvent),
    next: z.string().nullable().meta({ description: "Give it as `before` for the next page. Null on the last one." }),
  })
  .meta({ id: "AuditLogPage" });

const description = `Who signed in, and who changed what gives access. Only owners may read it. Events are kept for ${auditRetentionDays} days.`;

export const auditLogEndpoints = {
  listAuditLog: defineEndpoint({
    method: "GET",
    path: "/audit-log",
    scope: "members:manage",
    documented: false,
    summary: "List the audit log, newest first",
    description,
    query: AuditLogQuery,
    status: 200,
    data: AuditLogPage,
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
  exportAuditLog: defineEndpoint({
    method: "GET",
    path: "/audit-log/export",
    scope: "members:manage",
    documented: false,
    summary: "The audit log as CSV, streamed",
    description,
    query: AuditLogQuery.omit({ before: true, limit: true }),
    status: 200,
    stream: ["text/csv"],
    data: z.string(),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
