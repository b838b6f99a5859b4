import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedService, OpenedSession } from "#lib/embedded-service.ts";
import { setSecurityLog } from "#lib/service/audit/security-log.ts";
import { createLog } from "#lib/service/core/log.ts";
import { testOrigin } from "#lib/service/http/testing/test-service.ts";
import { closeSession } from "./sessions/close-session.ts";
import { openKeySession } from "./sessions/open-session.ts";
import { type AccountFixture, openAccountFixture, strongPassword, testVisitor } from "./testing/account-fixture.ts";
import { createVirtualAuthenticator } from "./testing/virtual-authenticator.ts";
import { withRefusalAudit } from "./with-refusal-audit.ts";

let at: AccountFixture;
let doors: Pick<EmbeddedService, "accounts" | "openSession" | "closeSession">;
const lines: string[] = [];
beforeAll(async () => {
  at = await openAccountFixture();
  const { context } = at.service;
  setSecurityLog(context.pool, createLog("info", { write: (line) => void lines.push(line) }));
  doors = withRefusalAudit(
    {
      accounts: at.accounts,
      passkeys: at.passkeys,
      twoStep: at.twoStep,
      provider: null,
      apps: null,
      openSession: (key: string, device = "", address: string | null = null) =>
        openKeySession(context.db, key, context.clock, { device, address }),
      closeSession: (id: string) => closeSession(context.db, id, context.clock),
      setup: async () => ({ error: { code: "forbidden" as const, message: "This link is not valid." } }),
    },
    context,
  );
});
afterAll(() => at.service.close());

// biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard, which hands them to the browser
type Begun = { challenge: string; options: any };
async function addPasskey(session: OpenedSession): Promise<string> {
  const { challenge, options } = (await at.passkeys.begin(session, "Laptop")).ok as Begun;
  const response = createVirtualAuthenticator(testOrigin).register(options);
  const added = await at.passkeys.add(session, { challenge, response, name: "Laptop" });
  if (!added.ok) throw new Error(added.error.message);
  return added.ok.id;
}

/** Runs `work` and returns the rows and log lines that it wrote. */
async function logged(work: () => Promise<unknown>) {
  const [before] = await at.query("select coalesce(max(id), 0) as id from audit_log");
  lines.length = 0;
  await work();
  const rows = await at.query("select * from audit_log where id > $1 order by id", [before?.["id"]]);
  return { rows, lines: lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "security") };
}
const by = { address: testVisitor.address };

test("a sign-in and a failed one are recorded with method and address, and without what was typed", async () => {
  const email = "ada-signs@example.org";
  await at.join(email);
  const signedIn = await logged(() => doors.accounts.signIn({ email, password: strongPassword }, testVisitor));
  expect(signedIn.rows).toMatchObject([
    {
      ...by,
      type: "session.sign_in",
      outcome: "success",
      org_id: at.service.org.orgId,
      detail: { method: "password" },
    },
  ]);
  expect(signedIn.rows[0]?.["session_id"]).not.toBeNull();
  const refused = await logged(() => doors.accounts.signIn({ email, password: "typed-in-vain" }, testVisitor));
  const wrong = { method: "password", reason: "wrong_password" };
  expect(refused.rows).toMatchObject([{ ...by, type: "session.sign_in", outcome: "refused", detail: wrong }]);
  expect(refused.lines).toMatchObject([{ ...by, ...wrong, security: "session.sign_in", outcome: "refused" }]);
  const unknown = await logged(() =>
    doors.accounts.signIn({ email: "nobody@example.org", password: strongPassword }, testVisitor),
  );
  expect(unknown.rows).toEqual([]);
  expect(unknown.lines).toMatchObject([{ ...by, ...wrong, organizationId: null, accountId: null }]);
  expect(JSON.stringify([signedIn, refused, unknown])).not.toMatch(/typed-in-vain|ada-signs|nobody@/);
});

test("a sign-in by key, its sign-out and a wrong key are recorded", async () => {
  const { key } = await at.service.addMember("member");
  let session: string | null = null;
  const opened = await logged(async () => {
    session = await doors.openSession(key, "Chrome", testVisitor.address);
  });
  expect(opened.rows).toMatchObject([{ ...by, type: "session.sign_in", detail: { method: "key" } }]);
  const closed = await logged(async () => doors.closeSession(session ?? ""));
  expect(closed.rows).toMatchObject([{ type: "session.sign_out" }]);
  expect((await logged(async () => doors.closeSession(session ?? ""))).rows).toEqual([]);
  const wrong = await logged(() =>
    at.service.call("GET", "/v1/me", { key: `${key}x`, headers: { "x-postwright-address": "203.0.113.9" } }),
  );
  expect(wrong.rows).toEqual([]);
  expect(wrong.lines).toMatchObject([{ security: "key.use", outcome: "refused", address: "203.0.113.9" }]);
  // Pages of signed-out visitors send no key; that is not an attempt.
  expect((await logged(() => at.service.call("GET", "/v1/me", { key: "nobody" }))).lines).toEqual([]);
});

test("joining, a password change, a failed one, a reset and its request are recorded", async () => {
  const email = "grace-joins@example.org";
  const token = await at.invite();
  const joined = await logged(() =>
    doors.accounts.join(token, { name: "Grace", email, password: strongPassword }, testVisitor),
  );
  expect(joined.rows.map(({ type }) => type)).toEqual(["member.join", "session.sign_in"]);
  const session = (await at.accounts.signIn({ email, password: strongPassword }, testVisitor)).ok;
  if (!session) throw new Error("not signed in");
  const password = "seven purple elephants whisper";
  const refused = await logged(() => doors.accounts.setPassword(session, { current: "wrong", password }, testVisitor));
  expect(refused.rows).toMatchObject([{ ...by, type: "password.set", outcome: "refused" }]);
  const set = await logged(() =>
    doors.accounts.setPassword(session, { current: strongPassword, password }, testVisitor),
  );
  expect(set.rows).toMatchObject([{ ...by, type: "password.set", outcome: "success" }]);
  const owner = await at.signInMember(at.service.org.memberId);
  const link = await logged(async () => {
    const [member] = await at.query("select id from members where email = $1", [email]);
    const made = await at.call(owner, "POST", `/v1/members/${member?.["id"]}/reset-link`);
    const given = new URL(made.wire.data.url).searchParams.get("token") ?? "";
    await doors.accounts.reset(given, { password: "nine yellow giraffes murmur", keep: [] }, testVisitor);
    await doors.accounts.reset("no such link", { password: password, keep: [] }, testVisitor);
  });
  expect(link.rows.map(({ type, outcome }) => [type, outcome])).toEqual([
    ["password.create_reset_link", "success"],
    ["password.reset", "success"],
  ]);
  expect(link.lines.at(-1)).toMatchObject({ ...by, security: "password.reset", outcome: "refused" });
});

test("a session, password or passkey stays unchanged when its event can't be written", async () => {
  const email = "unlogged@example.org";
  const session = await at.join(email);
  const passkey = await addPasskey(session);
  const stored = () =>
    at.query(
      `select a.password_hash, (select count(*) from sessions s where s.account_id = a.id and s.closed_at is null) as sessions,
         (select count(*) from passkeys p where p.account_id = a.id) as passkeys
       from accounts a where a.email = $1`,
      [email],
    );
  const before = await stored();
  await at.query("alter table audit_log add constraint full_disk check (false) not valid");
  try {
    const password = "seven purple elephants whisper";
    const other = await at.service.addOrganization("Unlogged");
    for (const change of [
      () => at.accounts.signIn({ email, password: strongPassword }, testVisitor),
      () => at.accounts.setPassword(session, { current: strongPassword, password }, testVisitor),
      () => at.passkeys.remove(session, passkey),
      () => addPasskey(session),
      () => closeSession(at.service.context.db, session.sessionId, at.service.clock),
      () => openKeySession(at.service.context.db, other.key, at.service.clock),
    ]) {
      await expect(change(), String(change)).rejects.toThrow(/full_disk/);
    }
  } finally {
    await at.query("alter table audit_log drop constraint full_disk");
  }
  expect(await stored()).toEqual(before);
});

test("the record of a new API key says whether it may write drafts only", async () => {
  const json = { name: "Assistant", scopes: ["posts:write"], drafts_only: true };
  const { rows } = await logged(() => at.service.call("POST", "/v1/keys", { key: at.service.org.key, json }));
  expect(rows.map(({ type, detail }) => [type, detail])).toEqual([
    ["key.create", { scopes: ["posts:write"], drafts_only: true }],
  ]);
});

test("creating and ending API keys, sessions and invitations is recorded", async () => {
  const { key } = at.service.org;
  const ask = (method: string, path: string, json?: unknown) =>
    at.service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
  const { rows } = await logged(async () => {
    const made = (await ask("POST", "/keys", { name: "Robot", scopes: ["posts:read"] })).wire.data;
    await ask("PATCH", `/keys/${made.id}`, { name: "Droid" });
    const rotated = (await ask("POST", `/keys/${made.id}/rotate`, { overlap_hours: 0 })).wire.data;
    await ask("DELETE", `/keys/${rotated.id}`);
    const invitation = (await ask("POST", "/invitations", { role: "admin" })).wire.data;
    await ask("DELETE", `/invitations/${invitation.id}`);
    await ask("POST", "/sessions/end-all", { keep_current: true });
  });
  const types = ["key.create", "key.update", "key.rotate", "key.revoke", "invitation.create", "invitation.revoke"];
  expect(rows.map(({ type }) => type)).toEqual([...types, "session.end"]);
  expect(rows[0]).toMatchObject({ target_name: "Robot", detail: { scopes: ["posts:read"] } });
  expect(JSON.stringify(rows)).not.toContain("pw_");
});
