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
    outcome: z.enum(auditOutcomes).meta({ description: "`refused` if the attempt changed nothing." }),
    member: person.nullable().meta({ description: "Who caused the event. Null if nobody was signed in." }),
    via: z
      .object({ type: z.enum(["session", "key"]), id: z.string() })
      .nullable()
      .meta({ description: "The dashboard session or the API key that was used." }),
    address: z.string().nullable().meta({ description: "The client's IP address." }),
    target: z
      .object({ type: z.enum(auditTargetTypes), id: z.string().nullable(), name: z.string().nullable() })
      .nullable(),
    detail: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]))
      .meta({ description: "Short facts, such as the role before and after. Never contains a secret." }),
  })
  .meta({ id: "AuditLogEvent" });

export const AuditLogQuery = z.object({
  type: z.union([z.enum(auditEventTypes), z.array(z.enum(auditEventTypes))]).optional(),
  member: z.string().optional().meta({ description: "Events caused by this member or affecting this member." }),
  outcome: z.enum(auditOutcomes).optional(),
  from: instant.optional(),
  to: instant.optional(),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .meta({ description: "The `next` value of the previous page." }),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).optional(),
});

export const AuditLogPage = z
  .object({
    events: z.array(AuditLogEvent),
    next: z
      .string()
      .nullable()
      .meta({ description: "Pass it as `before` to get the next page. Null on the last page." }),
  })
  .meta({ id: "AuditLogPage" });

const description = `Returns sign-ins and changes of access. Only owners can read it. Events are stored for ${auditRetentionDays} days.`;

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
    summary: "Export the audit log as CSV",
    description,
    query: AuditLogQuery.omit({ before: true, limit: true }),
    status: 200,
    stream: ["text/csv"],
    data: z.string(),
    errors: ["invalid_request", "unauthorized", "forbidden"],
  }),
} as const;
