import type { AuditLogEvent } from "#lib/contract/types.ts";
import type { EndpointExample } from "./endpoint-example.ts";

const ada = { id: "019a6f00-0000-7000-8000-0000000000f1", name: "Ada Lovelace" };
const roleChanged: AuditLogEvent = {
  id: "812",
  at: "2027-01-15T09:00:00.000Z",
  type: "member.change_role",
  outcome: "success",
  member: ada,
  via: { type: "session", id: "019a6f00-0000-7000-8000-000000000901" },
  address: "203.0.113.7",
  target: { type: "member", id: "019a6f00-0000-7000-8000-0000000000f2", name: "Charles Babbage" },
  detail: { from: "member", to: "admin" },
};
const refused: AuditLogEvent = {
  ...roleChanged,
  id: "811",
  at: "2027-01-15T08:58:12.000Z",
  type: "session.sign_in",
  outcome: "refused",
  via: null,
  target: null,
  detail: { method: "password", reason: "wrong_password" },
};

export const auditLogExamples = {
  listAuditLog: { answer: { data: { events: [roleChanged, refused], next: "811" } } },
  exportAuditLog: { answer: {} },
} satisfies Record<string, EndpointExample>;
