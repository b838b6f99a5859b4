import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startMailAndPushSink } from "#lib/service/outbox/testing/mail-and-push-sink.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import {
  closeNotificationFixture,
  createTestNotifications,
  failTestPost,
  listOpenInbox,
  mailSink,
  notificationService,
  openNotificationFixture,
  queryDatabase,
  resetNotificationFixture,
  stopNotificationWorkers,
  waitForEmails,
} from "./testing/notification-fixture.ts";

beforeAll(openNotificationFixture);
afterAll(closeNotificationFixture);
beforeEach(resetNotificationFixture);
afterEach(stopNotificationWorkers);

describe("a notification e-mail", () => {
  test("a failure is sent as plain text and HTML with a link to the post", async () => {
    const teller = createTestNotifications();
    const id = await failTestPost("gave_up", { text: 'Release <b>3</b> & "more"' });
    await teller.tell();
    await teller.send();
    await waitForEmails(1);
    const [mail] = mailSink.mails;
    expect(mail).toMatchObject({ rcpt: ["ada@example.org"], from: "postwright@example.org" });
    expect(mail?.subject).toBe("X failed after several tries: Practice X · Analytical Engines");
    expect(mail?.text).toContain("It is down. 1 post wasn't published and is safe here.");
    expect(mail?.text).toContain(`http://localhost:3000/posts/${id}`);
    expect(mail?.text).toContain('- Release <b>3</b> & "more"');
    expect(mail?.html).toContain(`href="http://localhost:3000/posts/${id}"`);
    expect(mail?.html).toContain("Release &lt;b&gt;3&lt;/b&gt; &amp; &quot;more&quot;");
    expect(await queryDatabase("select state, attempts from notice_sendings")).toEqual([
      { state: "sent", attempts: 1 },
    ]);
  });

  test("all posts of one cause at one moment share one e-mail", async () => {
    const teller = createTestNotifications();
    await queryDatabase("update channels set state = 'reconnect' where platform = 'x'");
    for (let post = 0; post < 7; post += 1) {
      await failTestPost("reconnect");
      await teller.tell();
      // The delay is ten seconds, in case the machine stalls between the two checks.
      await queryDatabase("update notice_sendings set due_at = now() + interval '10 seconds'");
    }
    await teller.send();
    await waitForEmails(1);
    expect(mailSink.mails.map((mail) => mail.subject)).toEqual([
      "X needs reconnecting: Practice X · Analytical Engines",
    ]);
    expect(mailSink.mails[0]?.text).toContain("7 posts weren't published");
    expect(mailSink.mails[0]?.text).toContain("- and 2 more");
    expect(mailSink.mails[0]?.text).toContain("http://localhost:3000/inbox");
  });

  test("after five e-mails in ten minutes the sixth is a digest of all others", async () => {
    const teller = createTestNotifications();
    for (let post = 0; post < 9; post += 1) {
      await failTestPost("unconfirmed", { text: `Unsure ${post}` });
      await teller.tell();
    }
    expect(
      (
        await queryDatabase(
          "select cause_key is null as digest, due_at > now() + interval '9 minutes' as later, cardinality(notice_ids) as holds from notice_sendings order by created_at, id",
        )
      ).map((row) => [row.digest, row.later, row.holds]),
    ).toEqual([...Array.from({ length: 5 }, () => [false, false, 1]), [true, true, 4]]);
    await teller.send();
    await waitForEmails(6);
    expect(mailSink.mails.length).toBe(6);
    const rest = mailSink.mails.find((mail) => mail.subject.startsWith("4 items need attention"));
    for (const post of [5, 6, 7, 8]) expect(rest?.text).toContain(`- Unsure ${post}`);
  });

  test("an item that was resolved or done before the e-mail is sent causes none", async () => {
    const teller = createTestNotifications();
    const id = await failTestPost("gave_up");
    await failTestPost("missed");
    await teller.tell();
    await notificationService.call("POST", `/v1/posts/${id}/retry`, { key: notificationService.org.key, json: {} });
    const [missed] = await listOpenInbox();
    await notificationService.call("POST", "/v1/inbox/marks", {
      key: notificationService.org.key,
      json: { keys: [missed.key], mark: "done" },
    });
    await teller.send();
    expect(mailSink.mails).toEqual([]);
    expect((await queryDatabase("select state from notice_sendings")).map((row) => row.state)).toEqual([
      "dropped",
      "dropped",
    ]);
  });

  test("a name or text with line breaks adds no header", async () => {
    const teller = createTestNotifications();
    const { memberId, key } = await notificationService.addMember("member");
    const name = "Eve\r\nBcc: all@example.org\r\n\r\nInjected";
    await queryDatabase("update members set name = $2, email = 'eve@example.org' where id = $1", [memberId, name]);
    await queryDatabase("update organizations set name = $1 where id = $2", [
      "Org\r\nX-Evil: 1",
      notificationService.org.orgId,
    ]);
    await failTestPost("missed", { key, text: "First\r\nBcc: more@example.org" });
    await teller.tell();
    await teller.send();
    await waitForEmails(1);
    await queryDatabase("update organizations set name = 'Analytical Engines' where id = $1", [
      notificationService.org.orgId,
    ]);
    const [mail] = mailSink.mails;
    expect(mail?.rcpt).toEqual(["eve@example.org"]);
    expect(mail?.headers).not.toContain("bcc");
    expect(mail?.headers).not.toContain("x-evil");
    expect(mail?.subject).toContain("X-Evil: 1");
    expect(mail?.text).toContain("missed its time");
  });

  test("a member who turned e-mail off, and a server without SMTP, get no e-mail", async () => {
    await queryDatabase("insert into member_settings (member_id, settings) values ($1, $2)", [
      notificationService.org.memberId,
      JSON.stringify({ notices: { post_failed: { app: true, email: false, push: false } } }),
    ]);
    await failTestPost("missed");
    await createTestNotifications().tell();
    await queryDatabase("delete from member_settings");
    await failTestPost("gave_up");
    await createTestNotifications(0).tell();
    expect(await queryDatabase("select 1 from notice_sendings")).toEqual([]);
    expect((await listOpenInbox()).length).toBe(2);
  });
});

describe("failed deliveries", () => {
  test("an e-mail is delivered once after the mail server recovers, and the inbox reports the outage", async () => {
    const smtp = await findFreePort();
    const teller = createTestNotifications(smtp);
    await failTestPost("gave_up");
    await teller.tell();
    await teller.send();
    await teller.send();
    expect(
      await queryDatabase("select state, attempts, due_at > now() + interval '40 s' as later from notice_sendings"),
    ).toEqual([{ state: "waiting", attempts: 2, later: true }]);
    const trouble = (await listOpenInbox()).filter((item: { kind: string }) => item.kind === "notice_failed");
    expect(trouble).toMatchObject([
      { cause: "email", reason: "The mail server refused the connection.", count: 1, unread: true, fix: "none" },
    ]);
    expect(Date.parse(trouble[0].until)).toBeGreaterThan(Date.now() + 40_000);
    const up = await startMailAndPushSink({ smtp });
    await teller.send();
    await waitUntil("the letter came", async () => up.mails.length > 0, 5_000);
    await teller.send();
    expect(up.mails.length).toBe(1);
    expect((await listOpenInbox()).map((item: { kind: string }) => item.kind)).toEqual(["post_failed"]);
    await up.stop();
  });

  test("a permanently refused address is not tried again, and a deferred one is", async () => {
    const teller = createTestNotifications();
    const refused = await notificationService.addMember("member");
    const later = await notificationService.addMember("member");
    await queryDatabase("update members set email = 'nobody@example.org' where id = $1", [refused.memberId]);
    await queryDatabase("update members set email = 'later@example.org' where id = $1", [later.memberId]);
    await failTestPost("missed", { key: refused.key });
    await failTestPost("missed", { key: later.key });
    await teller.tell();
    await teller.send();
    const rows = await queryDatabase("select member_id, state, error from notice_sendings");
    expect(rows).toContainEqual({
      member_id: refused.memberId,
      state: "failed",
      error: "The mail server rejected this address (550).",
    });
    expect(rows).toContainEqual({
      member_id: later.memberId,
      state: "waiting",
      error: "The mail server postponed the e-mail (451).",
    });
    const trouble = (await listOpenInbox(refused.key)).find((item: { kind: string }) => item.kind === "notice_failed");
    expect(trouble).toMatchObject({ cause: "email", until: null });
    // E-mails that can't be delivered cause no e-mail.
    expect(rows.length).toBe(2);
  });

  test("a worker killed after the mail server accepted an e-mail sends it again with the same Message-ID", async () => {
    const teller = createTestNotifications();
    await failTestPost("gave_up");
    await teller.tell();
    await queryDatabase("update notice_sendings set due_at = now()");
    const { host, port, user, database, password } = notificationService.database.connection;
    const mail = { url: `smtp://127.0.0.1:${mailSink.ports.smtp}`, from: "Postwright <postwright@example.org>" };
    const entry = fileURLToPath(new URL("./testing/notification-worker-process.ts", import.meta.url));
    const given = JSON.stringify({ connection: { host, port, user, database, password, ssl: false }, mail });
    const child = spawn(process.execPath, [entry, given], { stdio: ["ignore", "ignore", "inherit"] });
    expect(await new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)))).toBe("SIGKILL");
    await waitForEmails(1);
    expect(await queryDatabase("select state, attempts from notice_sendings")).toEqual([
      { state: "waiting", attempts: 1 },
    ]);
    // Further posts of the same cause don't join the delivery: a mailbox that drops duplicates must lose nothing.
    await failTestPost("gave_up");
    await teller.tell();
    await teller.send();
    await waitForEmails(3);
    const [first, ...others] = mailSink.mails;
    expect(others.filter((other) => other.messageId === first?.messageId)).toHaveLength(1);
    expect(new Set(mailSink.mails.map((one) => one.messageId)).size).toBe(2);
    expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
    expect(await queryDatabase("select distinct state from notice_sendings")).toEqual([{ state: "sent" }]);
  });

  test("two concurrent workers send each e-mail once", async () => {
    const senders = [createTestNotifications(), createTestNotifications(), createTestNotifications()];
    for (let post = 0; post < 5; post += 1) await failTestPost("unconfirmed");
    await senders[0]?.tell();
    await queryDatabase("update notice_sendings set due_at = now()");
    await Promise.all(senders.map(({ notices }) => notices.worker.run()));
    await waitForEmails(5);
    expect(mailSink.mails.length).toBe(5);
    expect(new Set(mailSink.mails.map((mail) => mail.messageId)).size).toBe(5);
  });
});
