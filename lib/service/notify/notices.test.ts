import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing";
import { makeGuardedFetch } from "#lib/service/outbound/guarded-fetch";
import { until } from "#lib/service/publishing/testing";
import { makeNotices, type Notices } from "./notices.ts";
import { makeOutbox } from "./outbox.ts";
import { silentLog } from "./testing.ts";
import { startSink } from "./testing-sink.ts";

let service: TestService;
type Sink = Awaited<ReturnType<typeof startSink>>;
let sink: Sink;
const made: { notices: Notices }[] = [];

beforeAll(async () => {
  service = await openTestService();
  sink = await startSink({ smtp: 0, push: 0 });
});
afterAll(async () => {
  await sink.stop();
  await service.close();
});
beforeEach(async () => {
  for (const table of ["notice_sendings", "notices", "push_subscriptions", "member_settings", "outbox"]) {
    await query(`delete from ${table}`);
  }
  await query("update posts set deleted_at = now() where deleted_at is null");
  sink.mails.length = 0;
  sink.pushes.length = 0;
});
afterEach(() => Promise.all(made.splice(0).map(({ notices }) => notices.sender.stop())));

const query = async (text: string, values: unknown[] = []) => (await service.database.pool.query(text, values)).rows;

function makeTeller(smtpPort = sink.ports.smtp) {
  const { pool, connection } = service.database;
  const notices = makeNotices({
    ...{ pool, db: service.context.db, clock: service.clock, log: silentLog, sealer: service.context.sealer },
    origin: "http://localhost:3000",
    mail: smtpPort === 0 ? null : { url: `smtp://127.0.0.1:${smtpPort}`, from: "Postwright <postwright@example.org>" },
    guardedFetch: makeGuardedFetch({ allow: new Set([`127.0.0.1:${sink.ports.push}`]) }),
  });
  const outbox = makeOutbox({ pool, connection, log: silentLog, fanOuts: notices.fanOuts });
  made.push({ notices });
  return {
    notices,
    tell: () => outbox.drain(),
    /** Moves on by what was waited for, and sends. */
    async send(what = "state = 'waiting'") {
      await query(`update notice_sendings set due_at = now() where ${what}`);
      await notices.sender.run();
    },
  };
}

async function fail(cause: string, { key = service.org.key, text = `Words of ${cause}`, channel = 0 } = {}) {
  const [post] = await service.create({ channels: [service.org.channelIds[channel]], text, points: 0 }, key);
  await query(
    `with done as (update posts set status = 'failed', failure_cause = $2, failure_part = 1, error = 'No.', due_at = null,
       version = version + 1 where id = $1 returning id)
     insert into post_events (id, post_id, kind, detail)
     select gen_random_uuid(), id, 'failed', '{"reason": "server", "said": "It is down."}' from done`,
    [post?.id, cause],
  );
  return post?.id ?? "";
}

const mailed = (count: number) => until(`${count} letters came`, async () => sink.mails.length >= count, 5_000);
const openInbox = async (key = service.org.key) => (await service.call("GET", "/v1/inbox", { key })).wire.data;

describe("a letter", () => {
  test("tells of a failure in plain text and HTML, and leads to the post", async () => {
    const teller = makeTeller();
    const id = await fail("gave_up", { text: 'Release <b>3</b> & "more"' });
    await teller.tell();
    await teller.send();
    await mailed(1);
    const [mail] = sink.mails;
    expect(mail).toMatchObject({ rcpt: ["ada@example.org"], from: "postwright@example.org" });
    expect(mail?.subject).toBe("X did not work through all our tries · Analytical Engines");
    expect(mail?.text).toContain("It is down. 1 post did not go out and is safe here.");
    expect(mail?.text).toContain(`http://localhost:3000/posts/${id}`);
    expect(mail?.text).toContain('- Release <b>3</b> & "more"');
    expect(mail?.html).toContain(`href="http://localhost:3000/posts/${id}"`);
    expect(mail?.html).toContain("Release &lt;b&gt;3&lt;/b&gt; &amp; &quot;more&quot;");
    expect(await query("select state, attempts from notice_sendings")).toEqual([{ state: "sent", attempts: 1 }]);
  });

  test("is one for all that one cause has brought about in the moment", async () => {
    const teller = makeTeller();
    for (let post = 0; post < 7; post += 1) {
      await fail("reconnect");
      await teller.tell();
    }
    await teller.send();
    await mailed(1);
    expect(sink.mails.map((mail) => mail.subject)).toEqual([
      "X asks you to reconnect @practice_x · Analytical Engines",
    ]);
    expect(sink.mails[0]?.text).toContain("7 posts did not go out");
    expect(sink.mails[0]?.text).toContain("- and 2 more");
    expect(sink.mails[0]?.text).toContain("http://localhost:3000/inbox");
  });

  test("is the sixth of ten minutes at the most as a digest of all the rest", async () => {
    const teller = makeTeller();
    for (let post = 0; post < 9; post += 1) {
      await fail("unconfirmed", { text: `Unsure ${post}` });
      await teller.tell();
    }
    expect(
      (
        await query(
          "select cause_key is null as digest, due_at > now() + interval '9 minutes' as later, cardinality(notice_ids) as holds from notice_sendings order by created_at, id",
        )
      ).map((row) => [row.digest, row.later, row.holds]),
    ).toEqual([...Array.from({ length: 5 }, () => [false, false, 1]), [true, true, 4]]);
    await teller.send();
    await mailed(6);
    expect(sink.mails.length).toBe(6);
    const rest = sink.mails.find((mail) => mail.subject.startsWith("4 things need you"));
    for (const post of [5, 6, 7, 8]) expect(rest?.text).toContain(`- Unsure ${post}`);
  });

  test("is not sent when what it tells of has mended itself, or is done", async () => {
    const teller = makeTeller();
    const id = await fail("gave_up");
    await fail("missed");
    await teller.tell();
    await service.call("POST", `/v1/posts/${id}/retry`, { key: service.org.key, json: {} });
    const [missed] = await openInbox();
    await service.call("POST", "/v1/inbox/marks", { key: service.org.key, json: { keys: [missed.key], mark: "done" } });
    await teller.send();
    expect(sink.mails).toEqual([]);
    expect((await query("select state from notice_sendings")).map((row) => row.state)).toEqual(["dropped", "dropped"]);
  });

  test("a name or a text with line breaks begins no header of its own", async () => {
    const teller = makeTeller();
    const { memberId, key } = await service.addMember("member");
    const name = "Eve\r\nBcc: all@example.org\r\n\r\nInjected";
    await query("update members set name = $2, email = 'eve@example.org' where id = $1", [memberId, name]);
    await query("update organizations set name = $1 where id = $2", ["Org\r\nX-Evil: 1", service.org.orgId]);
    await fail("missed", { key, text: "First\r\nBcc: more@example.org" });
    await teller.tell();
    await teller.send();
    await mailed(1);
    await query("update organizations set name = 'Analytical Engines' where id = $1", [service.org.orgId]);
    const [mail] = sink.mails;
    expect(mail?.rcpt).toEqual(["eve@example.org"]);
    expect(mail?.headers).not.toContain("bcc");
    expect(mail?.headers).not.toContain("x-evil");
    expect(mail?.subject).toContain("X-Evil: 1");
    expect(mail?.text).toContain("missed its time");
  });

  test("goes to nobody who does not want it, and to nobody where SMTP is not set", async () => {
    await query("insert into member_settings (member_id, settings) values ($1, $2)", [
      service.org.memberId,
      JSON.stringify({ notices: { post_failed: { app: true, email: false, push: false } } }),
    ]);
    await fail("missed");
    await makeTeller().tell();
    await query("delete from member_settings");
    await fail("gave_up");
    await makeTeller(0).tell();
    expect(await query("select 1 from notice_sendings")).toEqual([]);
    expect((await openInbox()).length).toBe(2);
  });
});

describe("what does not get through", () => {
  test("with the mail server down and up again the letter comes once, and meanwhile the inbox says so", async () => {
    const down = await startSink({ smtp: 0 });
    const { smtp } = down.ports;
    await down.stop();
    const teller = makeTeller(smtp);
    await fail("gave_up");
    await teller.tell();
    await teller.send();
    await teller.send();
    expect(
      await query("select state, attempts, due_at > now() + interval '40 s' as later from notice_sendings"),
    ).toEqual([{ state: "waiting", attempts: 2, later: true }]);
    const trouble = (await openInbox()).filter((item: { kind: string }) => item.kind === "notice_failed");
    expect(trouble).toMatchObject([
      { cause: "email", reason: "The mail server refuses the connection.", count: 1, unread: true, fix: "none" },
    ]);
    expect(Date.parse(trouble[0].until)).toBeGreaterThan(Date.now() + 40_000);
    const up = await startSink({ smtp });
    await teller.send();
    await until("the letter came", async () => up.mails.length > 0, 5_000);
    await teller.send();
    expect(up.mails.length).toBe(1);
    expect((await openInbox()).map((item: { kind: string }) => item.kind)).toEqual(["post_failed"]);
    await up.stop();
  });

  test("an address that is refused for good is not tried again; one that is put off is", async () => {
    const teller = makeTeller();
    const refused = await service.addMember("member");
    const later = await service.addMember("member");
    await query("update members set email = 'nobody@example.org' where id = $1", [refused.memberId]);
    await query("update members set email = 'later@example.org' where id = $1", [later.memberId]);
    await fail("missed", { key: refused.key });
    await fail("missed", { key: later.key });
    await teller.tell();
    await teller.send();
    const rows = await query("select member_id, state, error from notice_sendings");
    expect(rows).toContainEqual({
      ...{ member_id: refused.memberId, state: "failed", error: "The mail server does not take this address (550)." },
    });
    expect(rows).toContainEqual({
      ...{ member_id: later.memberId, state: "waiting", error: "The mail server puts us off (451)." },
    });
    const trouble = (await openInbox(refused.key)).find((item: { kind: string }) => item.kind === "notice_failed");
    expect(trouble).toMatchObject({ cause: "email", until: null });
    // Nobody is written to about letters that do not get through.
    expect(rows.length).toBe(2);
  });

  test("two senders side by side send each letter once", async () => {
    const senders = [makeTeller(), makeTeller(), makeTeller()];
    for (let post = 0; post < 5; post += 1) await fail("unconfirmed");
    await senders[0]?.tell();
    await query("update notice_sendings set due_at = now()");
    await Promise.all(senders.map(({ notices }) => notices.sender.run()));
    await mailed(5);
    expect(sink.mails.length).toBe(5);
    expect(new Set(sink.mails.map((mail) => mail.messageId)).size).toBe(5);
  });
});

describe("push", () => {
  const subscribe = (path: string, key = service.org.key, keys = sink.keys) =>
    service.call("POST", "/v1/push/subscriptions", {
      key,
      json: { endpoint: `http://127.0.0.1:${sink.ports.push}/${path}`, keys },
    });

  async function openPush() {
    service.context.settings.outboundAllow = new Set([`127.0.0.1:${sink.ports.push}`]);
    await query("insert into member_settings (member_id, settings) values ($1, $2)", [
      service.org.memberId,
      JSON.stringify({ notices: { post_failed: { app: true, email: false, push: true } } }),
    ]);
  }

  test("reaches a browser encrypted for it and signed by us, and leads to the post", async () => {
    await openPush();
    expect((await subscribe("browser")).status).toBe(201);
    const teller = makeTeller();
    const id = await fail("missed");
    await teller.tell();
    await teller.send();
    await until("a push came", async () => sink.pushes.length > 0, 5_000);
    expect(sink.pushes).toMatchObject([
      { path: "/browser", signed: true, payload: { title: "A post missed its time on X", path: `/posts/${id}` } },
    ]);
    const { wire } = await service.call("GET", "/v1/push/key", { key: service.org.key });
    expect(Buffer.from(wire.data.public_key, "base64url").length).toBe(65);
  });

  test.each([404, 410])("an answer of %i removes the browser, and nothing is said", async (status) => {
    await openPush();
    await subscribe(`status-${status}`);
    const teller = makeTeller();
    await fail("missed");
    await teller.tell();
    await teller.send();
    expect(await query("select 1 from push_subscriptions")).toEqual([]);
    expect(await query("select 1 from notice_sendings")).toEqual([]);
    expect((await openInbox()).length).toBe(1);
  });

  test("a push service in trouble is tried again, and the inbox says so until it works", async () => {
    await openPush();
    await subscribe("status-503");
    const teller = makeTeller();
    await fail("missed");
    await teller.tell();
    await teller.send();
    const kinds = async () =>
      (await openInbox()).map((item: { kind: string; cause: string }) => [item.kind, item.cause]);
    expect(await kinds()).toContainEqual(["notice_failed", "push"]);
    // The trouble with this way is told by the other.
    expect(await query("select way from notice_sendings where way = 'email'")).toEqual([]);
    await query("update push_subscriptions set endpoint = replace(endpoint, 'status-503', 'again')");
    await teller.send();
    expect(await kinds()).toEqual([["post_failed", "missed"]]);
  });

  test.each([
    ["http://127.0.0.1:1/x", "https"],
    ["https://127.0.0.1/x", "private"],
    ["https://169.254.169.254/latest", "private"],
    ["https://user:pw@push.example.org/x", "user name"],
    ["nowhere", "not an address"],
  ])("the address %s is refused", async (endpoint, words) => {
    const json = { endpoint, keys: sink.keys };
    const { status, wire } = await service.call("POST", "/v1/push/subscriptions", { key: service.org.key, json });
    expect([status, wire.error.code]).toEqual([400, "invalid_request"]);
    expect(wire.error.message).toContain(words);
  });

  test("keys that are none are refused", async () => {
    await openPush();
    for (const keys of [
      { p256dh: "AAAA", auth: sink.keys.auth },
      { p256dh: sink.keys.p256dh, auth: "AAAA" },
      { p256dh: "!", auth: sink.keys.auth },
    ]) {
      expect((await subscribe("keys", service.org.key, keys)).status).toBe(400);
    }
    expect(await query("select 1 from push_subscriptions")).toEqual([]);
  });

  test("a browser belongs to who subscribed last, and is removed by its member alone", async () => {
    await openPush();
    const peer = await service.addMember("member");
    await subscribe("shared");
    const { wire } = await subscribe("shared", peer.key);
    expect(await query("select member_id from push_subscriptions")).toEqual([{ member_id: peer.memberId }]);
    const path = `/v1/push/subscriptions/${wire.data.id}`;
    expect((await service.call("DELETE", path, { key: service.org.key })).status).toBe(404);
    expect((await service.call("DELETE", path, { key: peer.key })).status).toBe(200);
  });
});

describe("a test notice", () => {
  test("by letter arrives, or says why not", async () => {
    const teller = makeTeller();
    expect(await teller.notices.tryNotice(service.org.memberId, "email")).toEqual({ sent: true, why: null });
    await mailed(1);
    expect(sink.mails[0]?.subject).toBe("A test letter from Postwright");
    const none = await makeTeller(0).notices.tryNotice(service.org.memberId, "email");
    expect(none).toEqual({ sent: false, why: "This server has no SMTP_URL, so it sends no letters." });
  });

  test("by push says when no browser takes any", async () => {
    const tried = await makeTeller().notices.tryNotice(service.org.memberId, "push");
    expect(tried.why).toMatch(/^No browser of yours/);
  });
});

describe("a channel whose access ends within a week", () => {
  test("is told once, with how many posts are planned after that; it closes when none is", async () => {
    const { notices, tell } = makeTeller();
    const sweep = notices.sweepers.find((sweeper) => sweeper.name === "ending channels");
    const [, , linkedin] = service.org.channelIds;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await query("update channels set access_ends_at = $2 where id = $1", [linkedin, inDays(6)]);
    await sweep?.run();
    expect(await openInbox()).toEqual([]);
    const ids: string[] = [];
    for (const days of [5, 7, 8, 9]) {
      const [post] = await service.create({ channels: [linkedin], text: `In ${days}`, scheduled_for: inDays(days) });
      ids.push(post?.id ?? "");
    }
    await sweep?.run();
    await sweep?.run();
    await tell();
    const items = await openInbox();
    expect(items).toMatchObject([
      { kind: "channel_ending", count: 3, unread: true, channel: { platform: "linkedin" } },
    ]);
    expect(await query("select count(*)::int as told from notice_sendings")).toEqual([{ told: 1 }]);
    await service.call("POST", "/v1/inbox/marks", {
      key: service.org.key,
      json: { keys: [items[0].key], mark: "done" },
    });
    await sweep?.run();
    expect(await openInbox()).toEqual([]);
    const channels = (await service.call("GET", "/v1/channels", { key: service.org.key })).wire.data;
    expect(channels.find((channel: { id: string }) => channel.id === linkedin).access_ends_at).toMatch(/Z$/);
    await query("update channels set access_ends_at = null");
  });
});
