import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#lib/service/core/log.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { type AuditEvent, recordAuditEvent } from "./record-audit-event.ts";
import { setSecurityLog } from "./security-log.ts";

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await openTestService();
  setSecurityLog(service.database.pool, createLog("info", { write: (line) => void lines.push(line.trim()) }));
});
afterAll(() => service.close());

/** The line of an event, as the process writes it. */
async function lineOf(event: Partial<AuditEvent>): Promise<string> {
  lines.length = 0;
  const by = { orgId: null, memberId: null, address: "203.0.113.7" };
  await recordAuditEvent(service.database.pool, { type: "session.sign_in", outcome: "refused", by, ...event });
  return lines[0] ?? "";
}

/** The filter of the documentation, as fail2ban reads it: it cuts the time out of a line, and then looks for the address. */
function findAddress(line: string): string | undefined {
  const docs = readFileSync(path.resolve(import.meta.dirname, "../../../docs/security-log.md"), "utf8");
  const filter = /^failregex = (.+)$/m.exec(docs)?.[1] ?? "";
  const cut = line.replace(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, "");
  return new RegExp(filter.replace("<HOST>", "(?<host>[0-9a-fA-F.:]+)")).exec(cut)?.groups?.["host"];
}

test("the documented fail2ban filter matches the address of a refused sign-in or wrong key, and nothing else", async () => {
  expect(findAddress(await lineOf({ method: "password", reason: "wrong_password" }))).toBe("203.0.113.7");
  expect(findAddress(await lineOf({ type: "key.use" }))).toBe("203.0.113.7");
  const v6 = { orgId: null, memberId: null, address: "2001:db8::7" };
  expect(findAddress(await lineOf({ by: v6 }))).toBe("2001:db8::7");
  // A program without a scope is no attack: its owner would be locked out.
  expect(findAddress(await lineOf({ type: "key.use", reason: "missing_scope" }))).toBeUndefined();
  expect(findAddress(await lineOf({ outcome: "success" }))).toBeUndefined();
  expect(findAddress(await lineOf({ type: "member.change_role" }))).toBeUndefined();
  expect(findAddress(await lineOf({ by: { orgId: null, memberId: null, address: null } }))).toBeUndefined();
  // Text of other lines can't look like an event: JSON escapes its quotes.
  const forged = JSON.stringify({ level: 40, text: await lineOf({}) });
  expect(findAddress(forged)).toBeUndefined();
});

test("a line has the documented fields in the documented order", async () => {
  const docs = readFileSync(path.resolve(import.meta.dirname, "../../../docs/security-log.md"), "utf8");
  const shown = JSON.parse(/```json\n(.+)\n```/.exec(docs)?.[1] ?? "{}");
  const line = JSON.parse(await lineOf({ method: "password", reason: "wrong_password" }));
  expect(Object.keys(line)).toEqual(Object.keys(shown));
  expect({ ...line, time: shown.time }).toEqual(shown);
});

test("a line contains no name, e-mail address or detail of the event", async () => {
  const line = await lineOf({
    type: "member.change_role",
    target: { type: "member", id: "1", name: "Leak Me" },
    detail: { email: "leak-me@example.org" },
  });
  expect(line).not.toMatch(/leak/i);
});
