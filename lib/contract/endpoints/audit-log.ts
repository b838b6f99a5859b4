import * as z from "zod";
import { defineEndpoint } from "#lib/contract/endpoint.ts";
import { limits } from "#lib/contract/limits.ts";
import {
  auditEventTypes,
  auditOutcomes,
  auditRetentionDays,
  auditTargetTypes,
} from "#lib/contract/resources/audit-event-types.ts";
import { instant, optionalPageFields, personRef } from "#lib/contract/resources/fields.ts";

export const AuditLogEvent = z
  .object({
    id: z.string().describe("The id of the event."),
    at: instant.describe("Time at which it happened."),
    type: z.enum(auditEventTypes).describe("The event, as `object.action`."),
    outcome: z.enum(auditOutcomes).describe("`refused` if the attempt changed nothing."),
    member: personRef.nullable().describe("The person who caused the event. Null if nobody was signed in."),
    via: z
      .object({
        type: z.enum(["session", "key"]).describe("`session` for the dashboard, `key` for an API key."),
        id: z.string().describe("The id of the session or key."),
      })
      .nullable()
      .describe("The dashboard session or the API key that was used."),
    address: z.string().nullable().describe("The client's IP address."),
    target: z
      .object({
        type: z.enum(auditTargetTypes).describe("The type of the object."),
        id: z.string().nullable().describe("Its id."),
        name: z.string().nullable().describe("Its name at that time."),
      })
      .nullable()
      .describe("The object of the event. Null if there is none."),
    detail: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]))
      .describe("Short facts, such as the role before and after. Never contains a secret."),
  })
  .meta({ id: "AuditLogEvent" });

export const AuditLogQuery = z.object({
  type: z
    .union([z.enum(auditEventTypes), z.array(z.enum(auditEventTypes))])
    .optional()
    .describe("Only events of these types. Default: all."),
  member: z.string().optional().describe("Events caused by this member or affecting this member."),
  outcome: z.enum(auditOutcomes).optional().describe("Only events with this outcome. Default: both."),
  from: instant.optional().describe("At or after this time."),
  to: instant.optional().describe("Before this time."),
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .describe("The `next` value of the previous page."),
  limit: optionalPageFields(limits.pageSizeMax).limit,
});

export const AuditLogPage = z
  .object({
    events: z.array(AuditLogEvent).describe("The events, newest first."),
    next: z.string().nullable().describe("Pass it as `before` to get the next page. Null on the last page."),
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
