import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEventTypes } from "#lib/contract/resources/audit-event-types.ts";
import { createLog } from "#lib/service/core/log.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { type AuditEvent, recordAuditEvent } from "./record-audit-event.ts";
import { removeExpiredAuditEvents } from "./remove-expired-events.ts";
import { setSecurityLog } from "./security-log.ts";

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await openTestService();
  setSecurityLog(service.database.pool, createLog("info", { write: (line) => void lines.push(line) }));
});
afterAll(() => service.close());

const signIn = (): AuditEvent => ({
  type: "session.sign_in",
  by: { orgId: service.org.orgId, memberId: service.org.memberId, address: "203.0.113.7" },
  method: "password",
});
const readRows = async () => (await service.database.pool.query("select * from audit_log order by id")).rows;
const taken = () => lines.splice(0).map((line) => JSON.parse(line));

describe("an audit event", () => {
  test("an event is a row and a line of the security log, and neither when its transaction rolls back", async () => {
    const { pool } = service.database;
    await inTransaction(pool, (tx) => recordAuditEvent(tx, signIn()));
    expect(await readRows()).toMatchObject([
      { type: "session.sign_in", outcome: "success", address: "203.0.113.7", detail: { method: "password" } },
    ]);
    expect(taken()).toMatchObject([{ security: "session.sign_in", outcome: "success", msg: "security" }]);
    const failed = inTransaction(pool, async (tx) => {
      await recordAuditEvent(tx, signIn());
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await readRows()).toHaveLength(1);
    expect(taken()).toEqual([]);
  });

  test("a refused event is recorded although the transaction of the change rolls back", async () => {
    const { pool } = service.database;
    const before = (await readRows()).length;
    const refused = { ...signIn(), outcome: "refused", reason: "wrong_password" } as const;
    await recordAuditEvent(pool, refused);
    expect((await readRows()).slice(before)).toMatchObject([{ outcome: "refused" }]);
    expect(taken()).toMatchObject([{ level: 40, outcome: "refused", reason: "wrong_password" }]);
  });

  test("an event without organization and account is a log line and no row", async () => {
    const before = (await readRows()).length;
    const by = { orgId: null, memberId: null, address: "203.0.113.8" };
    await recordAuditEvent(service.database.pool, { type: "session.sign_in", outcome: "refused", by });
    expect(await readRows()).toHaveLength(before);
    expect(taken()).toMatchObject([{ address: "203.0.113.8", organizationId: null }]);
  });

  test("an event of an account's credentials is in the log of each organization of its person", async () => {
    const { pool } = service.database;
    const other = await service.addOrganization("Second");
    const left = await service.addOrganization("Left");
    const accountId = service.clock.newId();
    await pool.query("insert into accounts (id, email, name) values ($1, 'ada@example.org', 'Ada')", [accountId]);
    await pool.query("update members set account_id = $1 where id = any($2)", [
      accountId,
      [service.org.memberId, other.memberId, left.memberId],
    ]);
    await pool.query("update members set removed_at = now() where id = $1", [left.memberId]);
    const by = { orgId: service.org.orgId, memberId: service.org.memberId, accountId };
    await recordAuditEvent(pool, { type: "passkey.add", by, target: { type: "passkey", id: "p", name: "Laptop" } });
    const rows = (await readRows()).filter(({ type }) => type === "passkey.add");
    expect(rows.map((row) => [row.org_id, row.member_id, row.target_name])).toEqual(
      expect.arrayContaining([
        [service.org.orgId, service.org.memberId, "Laptop"],
        [other.orgId, other.memberId, "Laptop"],
      ]),
    );
    expect(rows).toHaveLength(2);
    expect(taken()).toHaveLength(1);
  });
});

describe("the audit log", () => {
  test("audit rows can't be changed or truncated, and none younger than 400 days can be deleted", async () => {
    const { pool } = service.database;
    await recordAuditEvent(pool, signIn());
    for (const statement of [
      "update audit_log set outcome = 'refused'",
      "truncate audit_log",
      "delete from audit_log",
      "delete from audit_log where at > now() - interval '399 days'",
    ]) {
      await expect(pool.query(statement), statement).rejects.toThrow(/The audit log is append-only: \w+ is refused/);
    }
  });

  test("exactly the events older than 400 days are deleted", async () => {
    const { pool } = service.database;
    for (const days of [398, 401, 900]) {
      await pool.query(
        "insert into audit_log (org_id, type, outcome, at, address) values ($1, 'key.use', 'success', now() - make_interval(days => $2), $2::text)",
        [service.org.orgId, days],
      );
    }
    const before = (await readRows()).length;
    await removeExpiredAuditEvents(service.context, new AbortController().signal);
    const rows = await readRows();
    expect(rows).toHaveLength(before - 2);
    expect(rows.filter(({ type }) => type === "key.use").map(({ address }) => address)).toEqual(["398"]);
  });
});

test("every event type has a name that a filter matches", () => {
  for (const type of auditEventTypes) expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/);
});
