import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenedSession } from "#lib/embedded-service.ts";
import {
  type AccountFixture,
  openAccountFixture,
  strongPassword,
  testVisitor,
} from "#lib/service/auth/testing/account-fixture.ts";
import { turnOnTwoStep } from "#lib/service/auth/testing/authenticator-app.ts";
import { createVirtualAuthenticator } from "#lib/service/auth/testing/virtual-authenticator.ts";
import { createCalendarFeedHandler } from "#lib/service/http/public/calendar-feed.ts";
import { testOrigin } from "#lib/service/http/testing/test-service.ts";

let at: AccountFixture;
beforeAll(async () => {
  at = await openAccountFixture();
});
afterAll(() => at.service.close());

const password = "seven purple elephants whisper";
const tokenIn = (text = "") => /token=([0-9A-Za-z]+)/.exec(text)?.[1] ?? "";
let people = 0;
const nextPerson = () => {
  people += 1;
  return { email: `victim${people}@example.org`, from: { ...testVisitor, address: `198.51.100.${people}` } };
};

/** Returns the token of a reset link sent to this address. */
async function askReset(email: string, from = testVisitor): Promise<string> {
  const before = at.letters.length;
  at.accounts.askReset(email, from);
  await expect.poll(() => at.letters.length).toBe(before + 1);
  return tokenIn(at.letters.at(-1)?.text);
}
// biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard, which hands them to the browser
type Begun = { challenge: string; options: any };
async function addPasskey(session: OpenedSession, name = "Eve's laptop") {
  const authenticator = createVirtualAuthenticator(testOrigin);
  const begun = (await at.passkeys.begin(session, name)).ok as Begun;
  const response = authenticator.register(begun.options);
  const added = await at.passkeys.add(session, { challenge: begun.challenge, response, name });
  if (!added.ok) throw new Error(added.error.message);
  const signIn = async () => {
    const asked = (await at.passkeys.beginSignIn()) as Begun;
    const answer = { challenge: asked.challenge, response: authenticator.use(asked.options) };
    return (await at.passkeys.signIn(answer, testVisitor)).ok ?? null;
  };
  return { id: `passkey:${added.ok.id}`, signIn };
}
async function addKey(session: OpenedSession, name = "Eve's program") {
  const made = await at.call(session, "POST", "/v1/keys", { json: { name, scopes: ["posts:read"] } });
  expect(made.status).toBe(201);
  const value: string = made.wire.data.value;
  return {
    id: `key:${made.wire.data.id}`,
    status: async () => (await at.service.call("GET", "/v1/posts", { key: value })).status,
  };
}
async function addFeed(session: OpenedSession) {
  const made = await at.call(session, "POST", "/v1/calendar/feed");
  const token = new URL(made.wire.data.url).searchParams.get("token") ?? "";
  const feed = createCalendarFeedHandler(at.service.context);
  return async () => (await feed(new Request(`${testOrigin}/calendar.ics?token=${token}`))).status;
}
async function addBrowser(session: OpenedSession) {
  const keys = {
    p256dh: Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const endpoint = `https://push.example.org/${randomBytes(8).toString("hex")}`;
  const made = await at.call(session, "POST", "/v1/push/subscriptions", { json: { endpoint, keys } });
  expect(made.status).toBe(201);
}
const accountIdOf = async (email: string) =>
  String((await at.query("select id from accounts where email = $1", [email]))[0]?.["id"]);
const memberIdOf = async (email: string) =>
  String((await at.query("select id from members where email = $1", [email]))[0]?.["id"]);
const identitiesOf = (email: string) =>
  at.query("select 1 from account_identities i join accounts a on a.id = i.account_id where a.email = $1", [email]);
const browsersOf = (email: string) =>
  at.query("select 1 from push_subscriptions p join members m on m.id = p.member_id where m.email = $1", [email]);
const confirmedAt = async (email: string) =>
  (await at.query("select email_confirmed_at as at from accounts where email = $1", [email]))[0]?.["at"];

describe("a reset by e-mail", () => {
  test("a reset of an account prepared by somebody else removes every earlier way to sign in", async () => {
    const { email, from } = nextPerson();
    const eve = await at.join(email);
    const passkey = await addPasskey(eve);
    const key = await addKey(eve);
    const feed = await addFeed(eve);
    await addBrowser(eve);
    await at.query(
      "insert into account_identities (issuer, subject, account_id) values ('https://id.test', 'eve', $1)",
      [await accountIdOf(email)],
    );
    expect([await key.status(), await feed()]).toEqual([200, 200]);
    const byPasskey = await passkey.signIn();
    expect(byPasskey).not.toBeNull();

    const token = await askReset(email, from);
    const shown = await at.accounts.readReset(token);
    expect(shown?.email).toBe(email);
    expect(shown?.review?.wasConfirmed).toBe(false);
    expect(shown?.review?.credentials.map(({ type, name }) => [type, name])).toEqual([
      ["passkey", "Eve's laptop"],
      ["provider", "id.test"],
      ["key", "Eve's program"],
      ["feed", null],
      ["browser", "push.example.org"],
    ]);
    // A mail scanner opens links: reading changes nothing.
    expect(await key.status()).toBe(200);

    expect((await at.accounts.reset(token, { password, keep: [] }, from)).error).toBeUndefined();
    expect(await passkey.signIn()).toBeNull();
    expect([await key.status(), await feed()]).toEqual([401, 404]);
    expect([await identitiesOf(email), await browsersOf(email)]).toEqual([[], []]);
    for (const session of [eve, byPasskey as OpenedSession]) {
      expect((await at.call(session, "GET", "/v1/me")).status).toBe(401);
    }
    expect((await at.accounts.signIn({ email, password }, from)).ok).toBeDefined();
  });

  test("a reset keeps the credentials its reader chose and removes those added while the form was open", async () => {
    const { email, from } = nextPerson();
    const session = await at.join(email);
    const chosen = await addPasskey(session, "Mine");
    const key = await addKey(session, "Mine");
    const rotated = await at.call(session, "POST", `/v1/keys/${key.id.split(":")[1]}/rotate`, {
      json: { overlap_hours: 24 },
    });
    const token = await askReset(email, from);
    const later = await addPasskey(session, "Later");
    const keep = [chosen.id, `key:${rotated.wire.data.id}`, "passkey:not an id", "nonsense"];
    expect((await at.accounts.reset(token, { password, keep }, from)).error).toBeUndefined();
    expect(await chosen.signIn()).not.toBeNull();
    expect(await later.signIn()).toBeNull();
    // The former value of a rotated key works until its overlap ends, as the key does.
    expect(await key.status()).toBe(200);
    expect((await at.service.call("GET", "/v1/posts", { key: rotated.wire.data.value })).status).toBe(200);
  });

  test("a reset removes nothing of another account, whatever ids are sent", async () => {
    const [victim, other] = [nextPerson(), nextPerson()];
    await at.join(victim.email);
    const session = await at.join(other.email);
    const passkey = await addPasskey(session);
    const key = await addKey(session);
    const token = await askReset(victim.email, victim.from);
    const keep = [passkey.id, key.id];
    expect((await at.accounts.reset(token, { password, keep }, victim.from)).error).toBeUndefined();
    expect([await passkey.signIn(), await key.status()]).toEqual([expect.anything(), 200]);
  });

  test("a concurrent request can't leave a new credential behind", async () => {
    const { email, from } = nextPerson();
    const session = await at.join(email);
    const begun = (await at.passkeys.begin(session, "Late")).ok as Begun;
    const response = createVirtualAuthenticator(testOrigin).register(begun.options);
    const { pool } = at.service.database;
    const waiting = async () =>
      (await at.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
        .length;
    const reset = await pool.connect();
    try {
      // The statements of a reset, stopped before the commit.
      await reset.query("begin");
      await reset.query(
        "update api_keys set revoked_at = now() where id = (select key_id from sessions where id = $1)",
        [session.sessionId],
      );
      const late = Promise.all([
        at.call(session, "POST", "/v1/keys", { json: { name: "Late", scopes: ["posts:read"] } }),
        at.call(session, "POST", "/v1/calendar/feed"),
        at.passkeys.add(session, { challenge: begun.challenge, response, name: "Late" }),
      ]);
      await expect.poll(waiting).toBe(3);
      await reset.query("commit");
      const [key, feed, passkey] = await late;
      expect([key.status, feed.status, passkey.error?.code]).toEqual([401, 401, "unauthorized"]);
    } finally {
      reset.release();
    }
    expect((await at.accounts.readReset(await askReset(email, from)))?.review?.credentials).toEqual([]);
  });

  test("a reset reaches the account's API keys in every organization", async () => {
    const { email, from } = nextPerson();
    const session = await at.join(email);
    const other = await at.service.addOrganization("Elsewhere for keys");
    const there = (await at.accounts.joinAs(session, await at.invite(other.key), from)).ok as OpenedSession;
    const key = await addKey(there);
    const token = await askReset(email, from);
    expect((await at.accounts.readReset(token))?.review?.credentials).toMatchObject([
      { type: "key", organization: "Elsewhere for keys" },
    ]);
    await at.accounts.reset(token, { password, keep: [] }, from);
    expect(await key.status()).toBe(401);
  });

  test("a reset never removes the authenticator app, so a mailbox alone signs nobody in", async () => {
    const { email, from } = nextPerson();
    const session = await at.join(email);
    const app = await turnOnTwoStep(at, session);
    const token = await askReset(email, from);
    expect((await at.accounts.readReset(token))?.review?.hasTwoStep).toBe(true);
    await at.accounts.reset(token, { password, keep: [] }, from);
    const answer = await at.accounts.signIn({ email, password }, from);
    expect(answer.error?.code).toBe("second_step_required");
    expect((await at.twoStep.finish(answer.error?.ticket ?? "", app.code(), from)).ok).toBeDefined();
  });

  test("a reset by e-mail verifies the address; an administrator's link verifies and removes nothing", async () => {
    const { email, from } = nextPerson();
    const session = await at.join(email);
    const passkey = await addPasskey(session);
    const owner = await at.signInMember(at.service.org.memberId);
    const made = await at.call(owner, "POST", `/v1/members/${await memberIdOf(email)}/reset-link`);
    const handed = tokenIn(made.wire.data.url);
    expect(await at.accounts.readReset(handed)).toEqual({ email, review: null });
    expect((await at.accounts.reset(handed, { password, keep: [] }, from)).error).toBeUndefined();
    expect([await confirmedAt(email), await passkey.signIn()]).toEqual([null, expect.anything()]);

    await at.accounts.reset(await askReset(email, from), { password: strongPassword, keep: [passkey.id] }, from);
    const first = await confirmedAt(email);
    expect(first).toBeInstanceOf(Date);
    const again = (await at.accounts.readReset(await askReset(email, from)))?.review;
    expect(again).toMatchObject({ wasConfirmed: true, credentials: [{ type: "passkey" }] });
  });

  test("a reset is in the audit log and the security log, with one event for each removed credential", async () => {
    const { email, from } = nextPerson();
    const session = await at.join(email);
    const passkey = await addPasskey(session);
    const key = await addKey(session);
    await addFeed(session);
    const [before] = await at.query("select coalesce(max(id), 0) as id from audit_log");
    await at.accounts.reset(await askReset(email, from), { password, keep: [] }, from);
    const rows = await at.query("select * from audit_log where id > $1 order by id", [before?.["id"]]);
    const done = { outcome: "success", org_id: at.service.org.orgId, address: from.address };
    const removed = { ...done, detail: { reason: "password_reset" } };
    expect(rows).toMatchObject([
      { ...removed, type: "passkey.remove", target_id: passkey.id.split(":")[1], target_name: "Eve's laptop" },
      { ...removed, type: "key.revoke", target_id: key.id.split(":")[1], target_name: "Eve's program" },
      { ...removed, type: "calendar_feed.remove" },
      { ...done, type: "password.reset" },
    ]);
  });
});

describe("an invitation", () => {
  const invite = async (email: string) => {
    const made = await at.service.call("POST", "/v1/invitations", { key: at.service.org.key, json: { email } });
    return { mailed: tokenIn(at.letters.at(-1)?.text), copied: tokenIn(made.wire.data.url) };
  };

  test("an invitation sent by e-mail verifies its address through the link in that e-mail only", async () => {
    const { email } = nextPerson();
    const { mailed, copied } = await invite(email);
    expect(mailed).not.toBe(copied);
    await at.join(email, mailed);
    expect(await confirmedAt(email)).toBeInstanceOf(Date);
    // Both links belong to one invitation.
    const late = await at.accounts.join(
      copied,
      { name: "Eve", email: "eve@example.org", password: strongPassword },
      testVisitor,
    );
    expect(late.error?.code).toBe("conflict");

    const second = nextPerson();
    await at.join(second.email, (await invite(second.email)).copied);
    expect(await confirmedAt(second.email)).toBeNull();
  });

  test("an invitation verifies no address but the one it was sent to", async () => {
    const [sent, typed] = [nextPerson(), nextPerson()];
    await at.join(typed.email, (await invite(sent.email)).mailed);
    expect(await confirmedAt(typed.email)).toBeNull();
  });

  test("a signed-in person who joins by the link in the e-mail verifies that address", async () => {
    const { email, from } = nextPerson();
    const session = await at.join(email);
    const other = await at.service.addOrganization("Elsewhere by letter");
    await at.service.call("POST", "/v1/invitations", { key: other.key, json: { email: email.toUpperCase() } });
    const joined = await at.accounts.joinAs(session, tokenIn(at.letters.at(-1)?.text), from);
    expect(joined.error).toBeUndefined();
    expect(await confirmedAt(email)).toBeInstanceOf(Date);
  });
});
