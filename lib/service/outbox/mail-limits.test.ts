import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
const mailed: string[] = [];
beforeAll(async () => {
  service = await openTestService({ sendsMail: true });
  service.context.sendEmail = async ({ to }) => {
    mailed.push(to.address);
    return { sent: true, why: null };
  };
});
afterAll(() => service.close());

const invite = (email: string, key = service.org.key) =>
  service.call("POST", "/v1/invitations", { key, json: { role: "member", email } });
const hour = 3_600_000;

test("an address gets three invitations a day, whoever sends them and whatever becomes of them", async () => {
  const other = await service.addOrganization("Other");
  for (const key of [service.org.key, other.key, service.org.key]) {
    const invited = await invite("stranger@example.org", key);
    expect(invited.status).toBe(201);
    await service.call("DELETE", `/v1/invitations/${invited.wire.data.id}`, { key });
  }
  for (const email of ["stranger@example.org", "Stranger+again@Example.org"]) {
    const { status, wire, headers } = await invite(email, other.key);
    expect([status, wire.error]).toEqual([
      429,
      {
        code: "rate_limited",
        message:
          "Too many e-mails of this type were sent lately. Nothing was sent or changed. Try again in 24 h. Or invite without an e-mail address and pass the link on.",
      },
    ]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(23 * 3_600);
  }
  // Nothing is left of a refused invitation.
  const open = await service.call("GET", "/v1/invitations?state=open", { key: other.key });
  expect(open.wire.data).toEqual([]);
  expect(mailed).toHaveLength(3);
  expect((await invite("colleague@example.org", other.key)).status).toBe(201);
  service.clock.add(24 * hour + 1000);
  expect((await invite("stranger@example.org")).status).toBe(201);
});

test("twenty invitations to one address at once send three", async () => {
  const before = mailed.length;
  const all = await Promise.all(Array.from({ length: 20 }, () => invite("at-once@example.org")));
  expect(all.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(all.filter(({ status }) => status === 429)).toHaveLength(17);
  expect(mailed.length - before).toBe(3);
});

test("a member invites two hundred addresses a day", async () => {
  const { key, memberId } = await service.addMember("admin");
  await service.database.pool.query(
    "insert into sign_in_guesses (key, points, expire) values ('mail invitation by:' || $1, 199, $2)",
    [memberId, service.clock.now().getTime() + hour],
  );
  expect((await invite("the-last@example.org", key)).status).toBe(201);
  expect((await invite("one-more@example.org", key)).status).toBe(429);
});

test("counts of e-mails name nobody, and without a mail server nothing is counted", async () => {
  const { rows } = await service.database.pool.query("select key from sign_in_guesses where key like 'mail %'");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("example.org");
  service.context.settings.sendsMail = false;
  try {
    for (let sent = 0; sent < 5; sent += 1) expect((await invite("no-server@example.org")).status).toBe(201);
  } finally {
    service.context.settings.sendsMail = true;
  }
});
