import { describe, expect, test } from "vitest";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { strongPassword, testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import { createFreshPerson, provideAccountService } from "#lib/service/auth/testing/account-service-fixture.ts";
import { turnOnTwoStep } from "#lib/service/auth/testing/authenticator-app.ts";

const at = provideAccountService();
const fresh = createFreshPerson("two");
const minutes = (count: number) => at.service.clock.add(count * 60_000);
const works = async (session: OpenedSession) => (await at.call(session, "GET", "/v1/me")).status;

/** Creates a person with an app, and a sign-in by password, which gives a ticket. */
async function person() {
  const { email, from } = fresh();
  const session = await at.join(email);
  const app = await turnOnTwoStep(at, session);
  const byPassword = async (password = strongPassword) => {
    const answer = await at.accounts.signIn({ email, password }, from);
    expect(answer.ok).toBeUndefined();
    return answer.error?.ticket ?? "";
  };
  return { email, from, session, app, byPassword };
}

describe("two-step verification", () => {
  test("a code of the new app turns it on, ends every other session, and shows ten recovery codes once", async () => {
    const { email, from } = fresh();
    const session = await at.join(email);
    const other = (await at.accounts.signIn({ email, password: strongPassword }, from)).ok;
    if (!other) throw new Error("not signed in");
    const begun = (await at.twoStep.begin(session)).ok;
    expect(begun?.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(begun?.qr.path).toMatch(/^M/);
    expect((await at.twoStep.turnOn(session, "000000", from)).error).toMatchObject({ field: "code" });
    expect((await at.twoStep.read(session)).ok).toMatchObject({ since: null, codesLeft: 0 });
    expect((await at.accounts.signIn({ email, password: strongPassword }, from)).ok).toBeDefined();

    const { recoveryCodes } = await turnOnTwoStep(at, session);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/);
    expect([await works(session), await works(other)]).toEqual([200, 401]);
    expect((await at.twoStep.read(session)).ok).toMatchObject({ since: expect.any(String), codesLeft: 10 });
  });

  test("its secret is stored sealed and its recovery codes are stored as hashes", async () => {
    const { session } = await person();
    const begun = (await at.twoStep.begin(session)).ok;
    const created = (await at.twoStep.createCodes(session, testVisitor)).ok;
    const [row] = await at.query(
      "select (select json_agg(t) from authenticator_apps t)::text || (select json_agg(r) from recovery_codes r)::text as all",
    );
    expect(row?.["all"]).not.toContain(begun?.secret);
    for (const code of created?.codes ?? []) {
      expect(row?.["all"]).not.toContain(code);
      expect(row?.["all"]).not.toContain(Buffer.from(code.replaceAll("-", "")).toString("hex"));
    }
    expect(row?.["all"]).toContain("v2.");
  });

  test("a right password alone asks for a code and signs nobody in", async () => {
    const { email, from, app, byPassword } = await person();
    const before = await at.query("select count(*) from sessions");
    const ticket = await byPassword();
    expect(await at.query("select count(*) from sessions")).toEqual(before);
    expect(await at.twoStep.isOpen(ticket)).toBe(true);
    const [id, secret] = ticket.split(".");
    for (const wrong of [`${id}.x`, `${at.service.clock.newId()}.${secret}`, "", ".", "x"]) {
      expect((await at.twoStep.finish(wrong, app.code(), from)).error?.code).toBe("conflict");
    }
    expect((await at.twoStep.finish(ticket, "12", from)).error).toMatchObject({ code: "invalid_request" });
    const done = (await at.twoStep.finish(ticket, app.code(), from)).ok;
    if (!done) throw new Error("not signed in");
    expect(await works(done)).toBe(200);
    const [row] = await at.query("select way, two_factor from sessions where id = $1", [done.sessionId]);
    expect(row).toEqual({ way: "password", two_factor: true });
    expect((await at.twoStep.finish(ticket, app.code(1), from)).error?.code).toBe("conflict");
    expect((await at.accounts.signIn({ email, password: "not the right one" }, from)).error?.ticket).toBeUndefined();
  });

  test("a code is accepted once, also when it arrives twice concurrently", async () => {
    const { from, app, byPassword } = await person();
    const code = app.code();
    const tickets = [await byPassword(), await byPassword(), await byPassword()];
    const answers = await Promise.all(tickets.map((ticket) => at.twoStep.finish(ticket, code, from)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await at.twoStep.finish(await byPassword(), code, from)).error?.code).toBe("invalid_request");
    expect((await at.twoStep.finish(await byPassword(), app.code(-1), from)).error?.code).toBe("invalid_request");
    expect((await at.twoStep.finish(await byPassword(), app.code(2), from)).error?.code).toBe("invalid_request");
    expect((await at.twoStep.finish(await byPassword(), app.code(1), from)).ok).toBeDefined();
  });

  test("the code is accepted within 10 minutes, unless the password changes before", async () => {
    const { email, from, session, app, byPassword } = await person();
    const late = await byPassword();
    minutes(10);
    expect((await at.twoStep.finish(late, app.code(), from)).error?.code).toBe("conflict");
    const ticket = await byPassword();
    const next = "seven purple elephants whisper";
    expect(
      (await at.accounts.setPassword(session, { current: strongPassword, password: next }, from)).error,
    ).toBeUndefined();
    expect((await at.twoStep.finish(ticket, app.code(), from)).error?.code).toBe("conflict");
    expect((await at.accounts.signIn({ email, password: next }, from)).error?.code).toBe("second_step_required");
  });

  test("each recovery code is accepted once, however it is typed, until new ones replace it", async () => {
    const { from, session, app, byPassword } = await person();
    const [first = "", second = "", third = ""] = app.recoveryCodes;
    const typed = ` ${first.replaceAll("-", "").toUpperCase()} `;
    expect((await at.twoStep.finish(await byPassword(), typed, from)).ok).toBeDefined();
    expect((await at.twoStep.finish(await byPassword(), first, from)).error?.code).toBe("invalid_request");
    expect((await at.twoStep.confirm(session, { code: second }, from)).ok).toBeDefined();
    expect((await at.twoStep.read(session)).ok?.codesLeft).toBe(8);
    const created = (await at.twoStep.createCodes(session, from)).ok?.codes ?? [];
    expect((await at.twoStep.finish(await byPassword(), third, from)).error?.code).toBe("invalid_request");
    expect((await at.twoStep.finish(await byPassword(), created[0] ?? "", from)).ok).toBeDefined();
  });

  test("unknown addresses get 20 wrong codes a day, and the owner still signs in from a known address", async () => {
    const { from, app, byPassword } = await person();
    // The address is known from now on.
    expect((await at.twoStep.finish(await byPassword(), app.code(), from)).ok).toBeDefined();
    minutes(1);
    const ticket = await byPassword();
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 24; guess += 1) {
      const stranger = { ...testVisitor, address: `203.0.113.${guess}` };
      codes.push((await at.twoStep.finish(ticket, "000000", stranger)).error?.code);
    }
    expect(codes.filter((code) => code === "invalid_request")).toHaveLength(20);
    expect(codes.slice(20)).toEqual(Array(4).fill("rate_limited"));
    const stranger = { ...testVisitor, address: "203.0.113.99" };
    expect((await at.twoStep.finish(ticket, app.code(), stranger)).error?.code).toBe("rate_limited");
    expect((await at.twoStep.finish(ticket, app.code(), from)).ok).toBeDefined();
  });

  test("a password reset by a link still requires a code", async () => {
    const { email, from, app } = await person();
    const { wire } = await at.service.call("GET", `/v1/members?q=${encodeURIComponent(email)}`, {
      key: at.service.org.key,
    });
    const owner = await at.signInMember(at.service.org.memberId);
    const made = await at.call(owner, "POST", `/v1/members/${wire.data[0].id}/reset-link`);
    const token = new URL(made.wire.data.url).searchParams.get("token") ?? "";
    const next = "seven purple elephants whisper";
    expect((await at.accounts.reset(token, { password: next, keep: [] }, testVisitor)).error).toBeUndefined();
    const answer = await at.accounts.signIn({ email, password: next }, from);
    expect(answer.error).toMatchObject({ code: "second_step_required" });
    expect((await at.twoStep.finish(answer.error?.ticket ?? "", app.code(), from)).ok).toBeDefined();
  });

  test("after it is turned off the password alone signs in, and old codes are rejected", async () => {
    const { email, from, session, byPassword, app } = await person();
    const waiting = await byPassword();
    expect((await at.twoStep.turnOff(session, from)).ok).toEqual({ isOn: false });
    expect((await at.twoStep.finish(waiting, app.code(), from)).error?.code).toBe("conflict");
    expect((await at.accounts.signIn({ email, password: strongPassword }, from)).ok).toBeDefined();
    expect((await at.twoStep.createCodes(session, from)).error?.code).toBe("conflict");
    const events = await at.query(
      "select type from audit_log where type like 'second_factor.%' order by id desc limit 2",
    );
    expect(events.map(({ type }) => type)).toEqual(["second_factor.disable", "second_factor.enable"]);
  });

  test("the old app works until a new one is confirmed", async () => {
    const { from, session, app, byPassword } = await person();
    await at.twoStep.begin(session);
    expect((await at.twoStep.finish(await byPassword(), app.code(), from)).ok).toBeDefined();
    const next = await turnOnTwoStep(at, session);
    expect((await at.twoStep.finish(await byPassword(), app.code(), from)).error?.code).toBe("invalid_request");
    expect((await at.twoStep.finish(await byPassword(), next.code(), from)).ok).toBeDefined();
  });
});
