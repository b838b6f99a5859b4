import { describe, expect, test } from "vitest";
import type { AccountResult } from "#lib/embedded-service.ts";
import { passwordLength } from "./passwords/password-hashing.ts";
import { strongPassword, testVisitor } from "./testing/account-fixture.ts";
import { createFreshPerson, provideAccountService } from "./testing/account-service-fixture.ts";

const at = provideAccountService();
const fresh = createFreshPerson("grace");
const errorOf = (answer: AccountResult<unknown>) => `${answer.error?.code}: ${answer.error?.message}`;
const nameOf = async (session: { key: string; sessionId: string }) => {
  const { status, wire } = await at.call(session, "GET", "/v1/me");
  return status === 200 ? `${wire.data.membership.role} of ${wire.data.org.name}` : status;
};

describe("signing in with a password", () => {
  test("letter case and surrounding spaces of the e-mail don't matter", async () => {
    const { email, from } = fresh();
    await at.join(email);
    for (const typed of [email, email.toUpperCase(), `  ${email} `]) {
      const signed = await at.accounts.signIn({ email: typed, password: strongPassword }, from);
      expect(signed.ok && (await nameOf(signed.ok))).toBe("member of Analytical Engines");
    }
    expect(await at.query("select 1 from accounts where lower(email) = $1", [email])).toHaveLength(1);
    const [kept] = await at.query("select password_hash from accounts where email = $1", [email]);
    expect(kept?.["password_hash"]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("a password is accepted in any Unicode normalization form", async () => {
    const { email, from } = fresh();
    const person = { name: "Zoé", email, password: "caf\u00e9 horse battery staple" };
    expect((await at.accounts.join(await at.invite(), person, from)).error).toBeUndefined();
    expect((await at.accounts.signIn({ email, password: "cafe\u0301 horse battery staple" }, from)).ok).toBeDefined();
  });

  test("an unknown e-mail, a wrong password and an account without a password get the same answer", async () => {
    const { email, from } = fresh();
    await at.join(email);
    await at.query("insert into accounts (id, email, name) values (gen_random_uuid(), 'none@example.org', 'None')");
    const told = new Set<string>();
    for (const [typed, password] of [
      [email, "wrong horse battery staple"],
      ["nobody@example.org", strongPassword],
      ["none@example.org", strongPassword],
      ["none@example.org", "a password that nobody has"],
      ["", ""],
      ["a\0b@example.org", "a\0b"],
      ["x".repeat(1_000_000), "x".repeat(1_000_000)],
    ] as const) {
      told.add(errorOf(await at.accounts.signIn({ email: typed, password }, from)));
    }
    expect([...told]).toEqual(["unauthorized: Wrong e-mail or password. Check both, or reset your password."]);
  });

  test("the session opens in the organization that was used last", async () => {
    const { email, from } = fresh();
    const session = await at.join(email);
    const other = await at.service.addOrganization("Last Used");
    const second = await at.accounts.joinAs(session, await at.invite(other.key), from);
    expect(second.ok && (await nameOf(second.ok))).toBe("member of Last Used");
    at.service.clock.add(120_000);
    const signed = await at.accounts.signIn({ email, password: strongPassword }, from);
    expect(signed.ok && (await nameOf(signed.ok))).toBe("member of Last Used");
    const [first] = (await at.accounts.listMemberships(session)).filter((one) => one.isCurrent);
    const switched = signed.ok ? await at.accounts.switchMember(signed.ok, first?.memberId ?? "", from) : null;
    expect(switched?.ok && (await nameOf(switched.ok))).toBe("member of Analytical Engines");
    at.service.clock.add(120_000);
    const again = await at.accounts.signIn({ email, password: strongPassword }, from);
    expect(again.ok && (await nameOf(again.ok))).toBe("member of Analytical Engines");
  });

  test("a person without a membership gets no session, and the reason only after the right password", async () => {
    const { email, from } = fresh();
    await at.join(email);
    await at.query("update members set removed_at = now() where email = $1", [email]);
    expect(errorOf(await at.accounts.signIn({ email, password: strongPassword }, from))).toMatch(
      /^forbidden: You are not an/,
    );
    expect((await at.accounts.signIn({ email, password: "wrong horse battery" }, from)).error?.code).toBe(
      "unauthorized",
    );
  });
});

describe("a new password", () => {
  test.for([
    ["a short one", "short one", /at least 10/],
    ["one of the best known", "password123", /./],
    ["a row of keys", "qwertyuiop", /./],
    ["their own name", "grace hopper", /name|guess/],
    ["one digit often", "1111111111111", /guess/],
    ["none", "", /Choose/],
    ["one with a null", "long enough\0 with a null", /character/],
    ["257 characters", "x".repeat(passwordLength.max + 1), /at most 256/],
    ["a megabyte", "y".repeat(1_000_000), /at most 256/],
  ] as const)("a password that is %s is rejected with a sentence, and nobody joins", async ([, password, sentence]) => {
    const { email, from } = fresh();
    const joined = await at.accounts.join(await at.invite(), { name: "Grace Hopper", email, password }, from);
    expect(joined.error).toMatchObject({ code: "invalid_request", field: "password" });
    expect(joined.error?.message).toMatch(sentence);
    expect(joined.error?.message).toMatch(/\.$/);
    expect(await at.query("select 1 from accounts where email = $1", [email])).toEqual([]);
  });

  test("a change requires the old password and ends every session but the current one", async () => {
    const { email, from } = fresh();
    const here = await at.join(email);
    const there = (await at.accounts.signIn({ email, password: strongPassword }, from)).ok;
    const password = "seven purple elephants whisper";
    expect((await at.accounts.setPassword(here, { current: "wrong", password }, from)).error?.field).toBe("current");
    expect(await at.accounts.setPassword(here, { current: strongPassword, password }, from)).toEqual({ ok: undefined });
    expect([await nameOf(here), there && (await nameOf(there))]).toEqual(["member of Analytical Engines", 401]);
    expect((await at.accounts.signIn({ email, password: strongPassword }, from)).error?.code).toBe("unauthorized");
    expect((await at.accounts.signIn({ email, password }, from)).ok).toBeDefined();
  });
});

describe("joining", () => {
  test("one link used twenty times concurrently admits one person and leaves no account of the others", async () => {
    const token = await at.invite();
    const emails = Array.from({ length: 20 }, (_, one) => `racer${one}@example.org`);
    const came = await Promise.all(
      emails.map((email) => at.accounts.join(token, { name: "Racer", email, password: strongPassword }, testVisitor)),
    );
    expect(came.filter(({ ok }) => ok)).toHaveLength(1);
    expect(new Set(came.filter(({ error }) => error).map(errorOf))).toEqual(
      new Set(["conflict: This invitation was already used. Ask for a new link."]),
    );
    expect(await at.query("select 1 from accounts where email = any($1)", [emails])).toHaveLength(1);
  }, 30_000);

  test("a used, revoked or expired link is rejected with a sentence, and so is a member", async () => {
    const { email, from } = fresh();
    const used = await at.invite();
    const session = await at.join(email, used);
    expect(errorOf(await at.accounts.joinAs(session, used, from))).toMatch(/^conflict: .*already used/);
    expect(errorOf(await at.accounts.joinAs(session, await at.invite(), from))).toMatch(
      /^conflict: You are already a member/,
    );
    const person = { name: "New", email: fresh().email, password: strongPassword };
    for (const [change, sentence] of [
      ["revoked_at = now()", /revoked/],
      ["expires_at = now()", /expired/],
    ] as const) {
      const token = await at.invite();
      await at.query(`update invitations set ${change} where used_at is null`);
      expect(errorOf(await at.accounts.join(token, person, from))).toMatch(sentence);
      expect(await at.accounts.readInvitation(token)).toMatchObject({ organization: "Analytical Engines" });
    }
    expect(errorOf(await at.accounts.join("nonsense", person, from))).toMatch(/^not_found/);
    expect(await at.accounts.readInvitation("x".repeat(100_000))).toBeNull();
    const taken = await at.accounts.join(await at.invite(), { ...person, email: email.toUpperCase() }, from);
    expect(taken.error).toMatchObject({ code: "conflict", field: "email" });
    for (const [wrong, field] of [
      [{ name: "a\0b" }, "name"],
      [{ name: " " }, "name"],
      [{ email: "nobody" }, "email"],
    ] as const) {
      const refused = await at.accounts.join(await at.invite(), { ...person, ...wrong }, from);
      expect(refused.error).toMatchObject({ code: "invalid_request", field });
    }
  });
});

describe("one person in several organizations", () => {
  test("an account switches only between its own memberships, and sees nothing of one organization in another", async () => {
    const { email, from } = fresh();
    const session = await at.join(email);
    const other = await at.service.addOrganization("Second House");
    const second = (await at.accounts.joinAs(session, await at.invite(other.key), from)).ok;
    if (!second) throw new Error("did not join");
    const memberships = await at.accounts.listMemberships(second);
    expect(memberships.map((one) => [one.organization.name, one.isCurrent])).toEqual([
      ["Analytical Engines", false],
      ["Second House", true],
    ]);
    for (const memberId of [other.memberId, at.service.org.memberId, "nonsense", at.service.clock.newId()]) {
      expect((await at.accounts.switchMember(second, memberId, from)).error?.code).toBe("not_found");
    }
    const [post] = await at.service.create(
      { channels: [at.service.org.channelIds[0]], text: "ours", draft: true },
      session.key,
    );
    expect((await at.call(second, "GET", `/v1/posts/${post?.id}`)).status).toBe(404);
    expect((await at.call(session, "GET", `/v1/posts/${post?.id}`)).status).toBe(200);
    const bare = { key: at.service.org.key, sessionId: at.service.clock.newId() };
    expect((await at.accounts.switchMember(bare, other.memberId, from)).error?.code).toBe("unauthorized");
  });

  test("only an owner creates another organization, which starts without an unused API key", async () => {
    const { email, from } = fresh();
    const session = await at.join(email);
    expect((await at.accounts.createOrganization(session, "Mine", from)).error?.code).toBe("forbidden");
    await at.query("update members set role = 'owner' where email = $1", [email]);
    expect((await at.accounts.createOrganization(session, " ", from)).error?.field).toBe("organization");
    const made = await at.accounts.createOrganization(session, "Mine", from);
    expect(made.ok && (await nameOf(made.ok))).toBe("owner of Mine");
    const kept = await at.query(
      "select k.kind from api_keys k join members m on m.id = k.member_id join organizations o on o.id = m.org_id where o.name = 'Mine'",
    );
    expect(kept).toEqual([{ kind: "session" }]);
  });
});
