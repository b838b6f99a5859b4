import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createAccountService } from "#lib/service/auth/account-service.ts";
import { strongPassword, testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import { createFreshPerson, provideAccountService } from "#lib/service/auth/testing/account-service-fixture.ts";

const at = provideAccountService();
const fresh = createFreshPerson("reset");
const password = "seven purple elephants whisper";
const tokenOf = (text: string) => /token=([0-9A-Za-z]+)/.exec(text)?.[1] ?? "";
/** Creates a reset link as a member with an account session; by default the first owner. */
const link = async (memberId: unknown, by = at.service.org.memberId) =>
  at.call(await at.signInMember(by), "POST", `/v1/members/${memberId}/reset-link`);
const memberOf = async (email: string) =>
  (await at.query("select id from members where email = $1 order by created_at", [email]))[0]?.["id"];

test("a reset by e-mail works once within an hour, ends every session, and is stored as a hash", async () => {
  const { email, from } = fresh();
  const session = await at.join(email);
  at.accounts.askReset(` ${email.toUpperCase()} `, from);
  await expect.poll(() => at.letters.length).toBe(1);
  expect(at.letters[0]?.to).toBe(email);
  const token = tokenOf(at.letters[0]?.text ?? "");
  expect(
    await at.query("select 1 from password_resets r where row_to_json(r)::text like '%' || $1 || '%'", [token]),
  ).toEqual([]);
  expect(await at.accounts.readReset(token)).toMatchObject({ email, review: { credentials: [] } });
  expect((await at.accounts.reset(token, { password: "password123", keep: [] }, testVisitor)).error?.field).toBe(
    "password",
  );
  const used = await Promise.all(
    Array.from({ length: 5 }, () => at.accounts.reset(token, { password: password, keep: [] }, testVisitor)),
  );
  expect(used.filter(({ error }) => !error)).toHaveLength(1);
  expect((await at.call(session, "GET", "/v1/me")).status).toBe(401);
  expect((await at.accounts.signIn({ email, password }, from)).ok).toBeDefined();
  expect(await at.accounts.readReset(token)).toBeNull();

  at.accounts.askReset(email, from);
  await expect.poll(() => at.letters.length).toBe(2);
  at.service.clock.add(60 * 60_000);
  expect(
    (await at.accounts.reset(tokenOf(at.letters[1]?.text ?? ""), { password: strongPassword, keep: [] }, testVisitor))
      .error?.code,
  ).toBe("not_found");
});

test("a reset for an unknown e-mail sends nothing and answers the same; an account gets three an hour", async () => {
  const { email, from } = fresh();
  await at.join(email);
  const before = at.letters.length;
  for (const typed of ["nobody@example.org", "a\0b@example.org", "x".repeat(1_000_000)]) {
    expect(at.accounts.askReset(typed, from)).toBeUndefined();
  }
  for (let asked = 0; asked < 6; asked += 1) at.accounts.askReset(email, { ...from, address: `192.0.2.${asked}` });
  await expect.poll(() => at.letters.length).toBe(before + 3);
  expect(at.letters.slice(before).every(({ to }) => to === email)).toBe(true);
});

test("an administrator's link resets a member who is in no other organization and has no higher role", async () => {
  const { email, from } = fresh();
  const session = await at.join(email);
  const memberId = await memberOf(email);
  const made = await link(memberId);
  expect([made.status, made.wire.data.url]).toEqual([201, expect.stringContaining("/reset?token=")]);

  const elsewhere = await at.service.addOrganization("Elsewhere");
  expect((await link(memberId, elsewhere.memberId)).status).toBe(404);
  await at.accounts.joinAs(session, await at.invite(elsewhere.key), from);
  const refused = await link(memberId);
  expect([refused.status, refused.wire.error.message]).toEqual([403, expect.stringMatching(/another organization/)]);
  // The link from before they joined elsewhere no longer works either.
  expect(
    (await at.accounts.reset(tokenOf(made.wire.data.url), { password: password, keep: [] }, testVisitor)).error?.code,
  ).toBe("not_found");
  expect((await at.accounts.signIn({ email, password: strongPassword }, from)).ok).toBeDefined();

  const boss = fresh().email;
  await at.join(boss);
  await at.query("update members set role = 'owner' where email = $1", [boss]);
  const admin = await at.service.addMember("admin");
  expect((await link(await memberOf(boss), admin.memberId)).wire.error.message).toMatch(/Only an owner/);
  expect((await link(await memberOf(boss))).status).toBe(201);
  const keyOnly = await at.service.addMember("member");
  expect((await link(memberId, keyOnly.memberId)).status).toBe(403);
});

test("a link stops working when its administrator is deactivated or its member becomes an owner", async () => {
  for (const change of [
    "update members set removed_at = now() where id = $1",
    "update members set role = 'owner' where id = $2",
  ]) {
    const { email } = fresh();
    await at.join(email);
    const admin = await at.service.addMember("admin");
    const memberId = await memberOf(email);
    const { wire } = await link(memberId, admin.memberId);
    await at.query(`with given as (select $1::uuid, $2::uuid) ${change}`, [admin.memberId, memberId]);
    expect(
      (await at.accounts.reset(tokenOf(wire.data.url), { password: password, keep: [] }, testVisitor)).error?.code,
    ).toBe("not_found");
  }
});

test("the log contains no password and no e-mail address", async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(bytes, _, done) {
      lines.push(String(bytes));
      done();
    },
  });
  const log = pino({ level: "trace" }, stream);
  const accounts = createAccountService({
    ...at.service.context,
    log,
    flushKeys: at.service.http.flushKeys,
    issuer: null,
  });
  const { email, from } = fresh();
  await accounts.join(await at.invite(), { name: "Grace", email, password: strongPassword }, from);
  await accounts.signIn({ email, password: "a wrong secret of mine" }, from);
  await accounts.signIn({ email: "my secret in the wrong field", password: email }, from);
  await accounts.signIn({ email, password: strongPassword }, from);
  const said = lines.join("");
  expect(said).toContain("sign-in refused");
  for (const secret of [strongPassword, "secret", email, "argon2"]) expect(said).not.toContain(secret);
});
