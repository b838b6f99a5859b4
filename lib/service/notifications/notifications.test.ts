import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { until } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { freePort } from "#lib/testing/free-port.ts";
import {
  begin,
  close,
  end,
  fail,
  mailed,
  makeTeller,
  open,
  openInbox,
  query,
  service,
  sink,
} from "./testing/notification-fixture.ts";
import { startSink } from "#lib/service/outbox/testing/mail-and-push-sink.ts";

beforeAll(open);
afterAll(close);
beforeEach(begin);
afterEach(end);

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
      // The moment is ten seconds, which a machine that stands still now and then has over in between.
      await query("update notice_sendings set due_at = now() + interval '10 seconds'");
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
    const smtp = await freePort();
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

  test("killed after the mail server took a letter and before that is marked, it comes again under the same Message-ID", async () => {
    const teller = makeTeller();
    await fail("gave_up");
    await teller.tell();
    await query("update notice_sendings set due_at = now()");
    const { host, port, user, database, password } = service.database.connection;
    const mail = { url: `smtp://127.0.0.1:${sink.ports.smtp}`, from: "Postwright <postwright@example.org>" };
    const entry = fileURLToPath(new URL("./testing/notification-worker-process.ts", import.meta.url));
    const given = JSON.stringify({ connection: { host, port, user, database, password, ssl: false }, mail });
    const child = spawn(process.execPath, [entry, given], { stdio: ["ignore", "ignore", "inherit"] });
    expect(await new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)))).toBe("SIGKILL");
    await mailed(1);
    expect(await query("select state, attempts from notice_sendings")).toEqual([{ state: "waiting", attempts: 1 }]);
    // More of the same cause in between does not join it: a mailbox that drops the twin must lose nothing.
    await fail("gave_up");
    await teller.tell();
    await teller.send();
    await mailed(3);
    const [first, ...others] = sink.mails;
    expect(others.filter((other) => other.messageId === first?.messageId)).toHaveLength(1);
    expect(new Set(sink.mails.map((one) => one.messageId)).size).toBe(2);
    expect(first?.messageId).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
    expect(await query("select distinct state from notice_sendings")).toEqual([{ state: "sent" }]);
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
