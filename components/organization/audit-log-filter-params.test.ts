import { expect, test } from "vitest";
import type { AuditLogEvent } from "#lib/contract/types.ts";
import { parseAuditLogFilter, serializeAuditLogFilter, toAuditLogQuery } from "./audit-log-filter-params.ts";
import { formatAuditDetails, getAuditTypeLabel } from "./audit-log-labels.ts";

test("a URL with a filter returns that filter, and invalid values are ignored", () => {
  const search = "type=key.create&member=m1&from=2027-01-01&to=2027-02-28&before=812";
  const filter = parseAuditLogFilter(Object.fromEntries(new URLSearchParams(search)));
  expect(serializeAuditLogFilter(filter)).toBe(search);
  const wrong = { type: "no.type", member: ["a", "b"], from: "2027-02-30", to: "soon", before: "1; drop" };
  expect(serializeAuditLogFilter(parseAuditLogFilter(wrong))).toBe("");
});

test("a range of days includes its last day", () => {
  const filter = parseAuditLogFilter({ from: "2027-01-01", to: "2027-01-31" });
  const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
  const query = toAuditLogQuery(filter, startOf, () => "2027-02-01");
  expect(query).toEqual({ from: "2027-01-01T00:00:00.000Z", to: "2027-02-01T00:00:00.000Z" });
});

test("the details of an event are shown as words, never as ids", () => {
  const of = (detail: AuditLogEvent["detail"]) => formatAuditDetails({ detail } as AuditLogEvent);
  expect(of({ from: "member", to: "admin" })).toBe("member → admin");
  expect(of({ method: "password", reason: "wrong_password" })).toBe("with a password · wrong password");
  expect(of({ members: ["019a6f00-0000-7000-8000-0000000000f1"] })).toBe("members: 1");
  expect(of({ changed: ["blind_review", "cap_day"], name: "Acme" })).toBe(
    "changed: blind review, cap day · name: Acme",
  );
  expect(of({ platform: "x", practice: true })).toBe("X · practice");
  expect(of({ role: "admin" })).toBe("as admin");
  expect(of({ enabled: false, practice: true, none: null, empty: [] })).toBe("not enabled · practice");
  expect(getAuditTypeLabel("a.type_of_later")).toBe("a.type_of_later");
});
