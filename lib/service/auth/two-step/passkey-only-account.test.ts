import { describe, expect, test } from "vitest";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { strongPassword, testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import { createFreshPerson, provideAccountService } from "#lib/service/auth/testing/account-service-fixture.ts";
import { turnOnTwoStep } from "#lib/service/auth/testing/authenticator-app.ts";
import { createVirtualAuthenticator } from "#lib/service/auth/testing/virtual-authenticator.ts";
import { testOrigin } from "#lib/service/http/testing/test-service.ts";
import { turnOffTwoStepFromCommandLine } from "./turn-off-two-step-from-command-line.ts";

const at = provideAccountService();
const fresh = createFreshPerson("passkey");
const nextPassword = "seven purple elephants whisper";
const keyFields = { name: "Robot", scopes: ["posts:read"] };

async function addPasskey(session: OpenedSession) {
  const authenticator = createVirtualAuthenticator(testOrigin);
  // biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard
  const begun = (await at.passkeys.begin(session, "Laptop")).ok as any;
  const response = authenticator.register(begun.options);
  const added = await at.passkeys.add(session, { challenge: begun.challenge, response, name: "Laptop" });
  return { authenticator, id: added.ok?.id ?? "" };
}

/** A person whose only second factor is a passkey, and a second session that showed the password alone. */
async function joinWithPasskey(role: "admin" | "member" = "admin") {
  const { email, from } = fresh();
  const own = await at.join(email, await at.invite(at.service.org.key, { role }));
  const passkey = await addPasskey(own);
  const byPassword = async () => {
    const opened = (await at.accounts.signIn({ email, password: strongPassword }, from)).ok;
    if (!opened) throw new Error("not signed in");
    return opened;
  };
  const { wire } = await at.call(own, "GET", "/v1/me");
  return { email, from, own, passkey, byPassword, memberId: wire.data.membership.id as string };
}

/** An owner with a second factor. */
async function joinOwner(): Promise<OpenedSession> {
  const { own, memberId } = await joinWithPasskey();
  await at.service.call("POST", `/v1/members/${memberId}/owner`, { key: at.service.org.key });
  return own;
}

describe("a password session of an account with a passkey", () => {
  test("it can't enroll a second factor and keeps a member's rights where two-step verification is required", async () => {
    const owner = await joinOwner();
    const { byPassword } = await joinWithPasskey();
    const rule = (isOn: boolean) =>
      at.call(owner, "PATCH", "/v1/organization", { json: { settings: { require_two_step: isOn } } });
    expect((await rule(true)).status).toBe(200);
    const thief = await byPassword();
    await expect(turnOnTwoStep(at, thief)).rejects.toThrow();
    expect((await at.passkeys.begin(thief, "Phone")).error?.code).toBe("confirmation_required");
    expect((await at.call(thief, "GET", "/v1/members")).status).toBe(403);
    expect((await rule(false)).status).toBe(200);
  });

  test("it can't change the ways to sign in, also after the password is confirmed again", async () => {
    const { byPassword, from, passkey } = await joinWithPasskey();
    const thief = await byPassword();
    const { clock } = at.service;
    expect((await at.twoStep.confirm(thief, { password: strongPassword }, from)).ok).toEqual({ confirmed: true });
    const answers = [
      await at.twoStep.begin(thief),
      await at.twoStep.turnOn(thief, "123456", testVisitor),
      await at.twoStep.turnOff(thief, testVisitor),
      await at.twoStep.createCodes(thief, testVisitor),
      await at.passkeys.begin(thief, "Phone"),
      await at.passkeys.add(thief, {}),
      await at.passkeys.remove(thief, passkey.id),
      await at.passkeys.restore(thief, clock.newId()),
      await at.accounts.setPassword(thief, { current: strongPassword, password: nextPassword }, from),
    ].map(({ error }) => error?.code);
    const created = await at.call(thief, "POST", "/v1/keys", { json: keyFields });
    const rotated = await at.call(thief, "POST", `/v1/keys/${clock.newId()}/rotate`, { json: { overlap_hours: 0 } });
    answers.push(created.wire.error?.code, rotated.wire.error?.code);
    expect(answers).toEqual(Array(11).fill("confirmation_required"));
    expect((await at.twoStep.confirmWays(thief)).ok).toMatchObject({ password: false, passkey: true, code: false });
    // The password is the old one.
    await byPassword();
  });

  test("it can do all of this after the passkey is verified", async () => {
    const { byPassword, from, passkey } = await joinWithPasskey();
    const session = await byPassword();
    // biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard
    const asked = (await at.twoStep.askPasskeys(session)).ok as any;
    const shown = { challenge: asked.challenge, response: passkey.authenticator.use(asked.options) };
    expect((await at.twoStep.confirm(session, { passkey: shown }, from)).ok).toBeDefined();
    expect((await at.twoStep.confirmWays(session)).ok).toMatchObject({ password: true, passkey: true });
    expect((await at.call(session, "POST", "/v1/keys", { json: keyFields })).status).toBe(201);
    expect((await turnOnTwoStep(at, session)).recoveryCodes).toHaveLength(10);
    const changed = await at.accounts.setPassword(session, { current: strongPassword, password: nextPassword }, from);
    expect(changed.error).toBeUndefined();
  });
});

describe("an account whose only passkey is lost", () => {
  test("it enrolls again with its password after an owner removes its two-step verification", async () => {
    const owner = await joinOwner();
    const { email, byPassword, memberId, own } = await joinWithPasskey("member");
    const listed = await at.call(owner, "GET", `/v1/members?q=${encodeURIComponent(email)}`);
    expect(listed.wire.data[0]).toMatchObject({ two_step: true, may: expect.arrayContaining(["remove_two_step"]) });
    const removed = await at.call(owner, "DELETE", `/v1/members/${memberId}/two-step`);
    expect(removed.wire.data).toEqual({ id: memberId, removed: true });
    const events = await at.query("select type from audit_log order by id desc limit 2");
    expect(events.map(({ type }) => type)).toEqual(["second_factor.disable", "passkey.remove"]);
    expect((await at.twoStep.read(own)).ok).toMatchObject({ passkeys: false, since: null });
    const marked = await at.query("select two_factor from sessions where id = $1", [own.sessionId]);
    expect(marked).toEqual([{ two_factor: false }]);
    expect((await turnOnTwoStep(at, await byPassword())).recoveryCodes).toHaveLength(10);
    const again = await at.call(owner, "DELETE", `/v1/members/${memberId}/two-step`);
    expect(again.status).toBe(200);
    expect((await at.call(owner, "DELETE", `/v1/members/${memberId}/two-step`)).status).toBe(409);
  });

  test("it enrolls again with its password after the command on the server", async () => {
    const { email, byPassword } = await joinWithPasskey();
    const { pool } = at.service.database;
    expect(await turnOffTwoStepFromCommandLine(pool, email)).toBe("done");
    expect(await turnOffTwoStepFromCommandLine(pool, email)).toBe("off");
    expect((await turnOnTwoStep(at, await byPassword())).recoveryCodes).toHaveLength(10);
  });
});
