import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { createNotificationService } from "#lib/service/notifications/notification-pipeline.ts";
import { silentLog } from "#lib/service/notifications/testing/post-failed-relay.ts";
import { startMailAndPushSink } from "#lib/service/outbox/testing/mail-and-push-sink.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { acceptInvitation, findInvitationByToken } from "./accept-invitation.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());
beforeEach(() => query("delete from invitations"));

const query = async (text: string, values: unknown[] = []) => (await service.database.pool.query(text, values)).rows;
const invite = async (json: unknown = {}, key = service.org.key) => {
  const { status, wire } = await service.call("POST", "/v1/invitations", { key, json });
  return {
    status,
    wire,
    data: wire.data,
    token: new URL(wire.data?.url ?? "http://none").searchParams.get("token") ?? "",
  };
};
let accounts = 0;
async function person(name = "Grace Hopper") {
  accounts += 1;
  const accountId = service.clock.newId();
  const email = `grace-${accounts}@example.org`;
  await query("insert into accounts (id, email, name) values ($1, $2, $3)", [accountId, email, name]);
  return { accountId, name, email };
}
const use = (token: string, who: Awaited<ReturnType<typeof person>>) =>
  inTransaction(service.database.pool, (tx) => acceptInvitation(tx, token, who, service.clock));
const refused = async (doing: Promise<unknown>) => {
  const error = await doing.catch((caught: unknown) => caught);
  if (!(error instanceof Refusal)) throw new Error("it was not refused");
  return `${error.code}: ${error.message}`;
};

describe("an invitation", () => {
  test("the link has 256 random bits, and the database stores only its hash", async () => {
    const { status, data, token } = await invite({ role: "admin" });
    expect([status, data.state, data.role, data.email, data.letter]).toEqual([201, "open", "admin", null, null]);
    expect(data.url).toBe(`http://localhost:3000/join?token=${token}`);
    expect(token).toMatch(/^[0-9A-Za-z]{43,60}$/);
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(7 * dayMs);
    const [kept] = await query("select row_to_json(i)::text as row from invitations i");
    expect(kept.row).not.toContain(token);
  });

  test("an invitation gives its user membership and role once", async () => {
    const { token } = await invite({ role: "admin" });
    const who = await person();
    const joined = await use(token, who);
    expect(joined).toMatchObject({ orgId: service.org.orgId, organization: "Analytical Engines", role: "admin" });
    expect(await query("select name, email, role, account_id from members where id = $1", [joined.memberId])).toEqual([
      { name: who.name, email: who.email, role: "admin", account_id: who.accountId },
    ]);
    expect(await refused(use(token, await person()))).toMatch(/^conflict: .*already used/);
  });

  test("an invitation used ten times concurrently admits one person", async () => {
    const { token } = await invite();
    const people = await Promise.all(Array.from({ length: 10 }, () => person()));
    const came = await Promise.allSettled(people.map((one) => use(token, one)));
    expect(came.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const ids = people.map(({ accountId }) => accountId);
    expect(await query("select 1 from members where account_id = any($1)", [ids])).toHaveLength(1);
  });

  test("two invitations of one organization used concurrently by one account create one member", async () => {
    const [one, two] = [await invite(), await invite()];
    const who = await person();
    const came = await Promise.allSettled([use(one.token, who), use(two.token, who)]);
    expect(came.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await query("select 1 from invitations where used_at is null")).toHaveLength(1);
  });

  test("an invitation is refused after seven days, after revocation, and when it is unknown", async () => {
    const [old, revoked] = [await invite(), await invite()];
    await query("update invitations set revoked_at = now() where id = $1", [revoked.data.id]);
    await query("update invitations set expires_at = now() where id = $1", [old.data.id]);
    const who = await person();
    expect(await refused(use(old.token, who))).toMatch(/^conflict: .*expired/);
    expect(await refused(use(revoked.token, who))).toMatch(/^conflict: .*revoked/);
    for (const token of ["", "x", service.org.key, "'; drop table members"]) {
      expect(await refused(use(token, who))).toMatch(/^not_found: /);
    }
    expect(await query("select 1 from members where account_id = $1", [who.accountId])).toHaveLength(0);
  });

  test("an invitation refused to a current or deactivated member stays unused", async () => {
    const who = await person();
    const { memberId } = await use((await invite()).token, who);
    const { token } = await invite();
    expect(await refused(use(token, who))).toMatch(/^conflict: You are already a member/);
    await query("update members set removed_at = now() where id = $1", [memberId]);
    expect(await refused(use(token, who))).toMatch(/^conflict: You were deactivated/);
    expect(await findInvitationByToken(service.database.pool, token, service.clock)).toMatchObject({ state: "open" });
  });

  test("one account joins two organizations", async () => {
    const other = await service.addOrganization("Difference Engines");
    const who = await person();
    const first = await use((await invite()).token, who);
    const second = await use((await invite({}, other.key)).token, who);
    expect([first.orgId, second.orgId]).toEqual([service.org.orgId, other.orgId]);
  });

  test("only administrators create invitations, and only for existing roles", async () => {
    const member = await service.addMember("member");
    expect((await invite({}, member.key)).status).toBe(403);
    for (const json of [{ role: "owner" }, { role: "boss" }, { role: "" }, { email: "grace" }, { email: "" }]) {
      expect([json, (await invite(json)).status]).toEqual([json, 400]);
    }
    expect(await query("select 1 from invitations")).toHaveLength(0);
  });

  test("an invitation is refused while a hundred are open, also when two are created concurrently", async () => {
    await query(
      `insert into invitations (id, org_id, role, token_hash, made_by, expires_at)
       select gen_random_uuid(), $1, 'member', decode(md5(n::text), 'hex'), $2, now() + interval '1 day'
       from generate_series(1, 99) as n`,
      [service.org.orgId, service.org.memberId],
    );
    const came = await Promise.all([invite(), invite()]);
    expect(came.map(({ status }) => status).sort()).toEqual([201, 409]);
    await query("update invitations set expires_at = now() where id = (select id from invitations limit 1)");
    expect((await invite()).status).toBe(201);
  });
});

describe("an invitation's e-mail", () => {
  test("the e-mail goes to the address with its own link and without markup from names", async () => {
    const sink = await startMailAndPushSink({ smtp: 0 });
    const sendLetter = service.context.sendEmail;
    try {
      const { pool } = service.database;
      const { db, clock, sealer } = service.context;
      const mail = { url: `smtp://127.0.0.1:${sink.ports.smtp}`, from: "Postwright <postwright@example.org>" };
      service.context.sendEmail = createNotificationService({
        pool,
        db,
        clock,
        sealer,
        log: silentLog,
        origin: "http://localhost:3000",
        mail,
        guardedFetch: createGuardedFetch({ allow: new Set() }),
      }).sendEmail;
      await query("update organizations set name = 'A <b>bold</b> team' where id = $1", [service.org.orgId]);
      const { data } = await invite({ email: "grace@example.org" });
      expect(data.letter).toEqual({ sent: true, why: null });
      await expect.poll(() => sink.mails.length, { timeout: 15_000 }).toBe(1);
      const [letter] = sink.mails;
      expect(letter?.rcpt).toEqual(["grace@example.org"]);
      const mailed = /http:\/\/localhost:3000\/join\?token=[0-9A-Za-z]{43,60}/.exec(letter?.text ?? "")?.[0];
      expect(mailed).toBeDefined();
      // Whoever invites has seen the other one.
      expect(mailed).not.toBe(data.url);
      expect(letter?.html).not.toContain("<b>");
    } finally {
      service.context.sendEmail = sendLetter;
      await query("update organizations set name = 'Analytical Engines' where id = $1", [service.org.orgId]);
      await sink.stop();
    }
  });

  test("an e-mail that can't be sent leaves the link and says why", async () => {
    const { status, data } = await invite({ email: "grace@example.org" });
    expect([status, data.letter.sent, data.state]).toEqual([201, false, "open"]);
    expect(data.letter.why).toMatch(/\.$/);
    expect(data.url).toContain("/join?token=");
  });
});
