import { describe, expect, test } from "vitest";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { strongPassword, testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import { createFreshPerson, provideAccountService } from "#lib/service/auth/testing/account-service-fixture.ts";
import { createVirtualAuthenticator } from "#lib/service/auth/testing/virtual-authenticator.ts";
import { testOrigin } from "#lib/service/http/testing/test-service.ts";
import { openKeySession } from "./open-session.ts";

const at = provideAccountService();
const fresh = createFreshPerson("proof");
const later = () => at.service.clock.add(10 * 60_000);

/** Adds an administrator who joined a moment ago. */
async function joinAdmin(email: string): Promise<OpenedSession> {
  return at.join(email, await at.invite(at.service.org.key, { role: "admin" }));
}
async function addPasskey(session: OpenedSession) {
  const authenticator = createVirtualAuthenticator(testOrigin);
  // biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard
  const begun = (await at.passkeys.begin(session, "Laptop")).ok as any;
  const response = authenticator.register(begun.options);
  const added = await at.passkeys.add(session, { challenge: begun.challenge, response, name: "Laptop" });
  return { authenticator, id: added.ok?.id ?? "" };
}
const keyFields = { name: "Robot", scopes: ["posts:read"] };

/** Sends every change of sign-in methods with a session. @returns the code of each response */
async function askAll(session: OpenedSession, passkeyId: string): Promise<(string | undefined)[]> {
  const codes: (string | undefined)[] = [];
  const call = async (method: string, path: string, json?: unknown) =>
    codes.push((await at.call(session, method, path, { json })).wire.error?.code);
  const { wire } = await at.service.call("GET", "/v1/members?state=active", { key: at.service.org.key });
  const member = wire.data.find((one: { role: string }) => one.role === "member");
  await call("POST", "/v1/keys", keyFields);
  await call("POST", `/v1/keys/${at.service.clock.newId()}/rotate`, { overlap_hours: 0 });
  await call("POST", `/v1/members/${member.id}/reset-link`);
  await call("PATCH", "/v1/organization", { settings: { require_two_step: true } });
  for (const answer of [
    await at.passkeys.begin(session, "Phone"),
    await at.passkeys.add(session, {}),
    await at.passkeys.remove(session, passkeyId),
    await at.passkeys.restore(session, at.service.clock.newId()),
    await at.twoStep.begin(session),
    await at.twoStep.turnOn(session, "123456", testVisitor),
    await at.twoStep.turnOff(session, testVisitor),
    await at.twoStep.createCodes(session, testVisitor),
  ]) {
    codes.push(answer.error?.code);
  }
  return codes;
}

describe("a change of the ways to sign in", () => {
  test("the change requires authentication within the last 10 minutes and otherwise changes nothing", async () => {
    const { email, from } = fresh();
    await at.join(fresh().email);
    const session = await joinAdmin(email);
    const { id } = await addPasskey(session);
    const state = async () =>
      at.query(`select (select count(*) from api_keys where kind = 'key') as keys, (select count(*) from passkeys) as passkeys,
        (select count(*) from password_resets) as resets, (select count(*) from authenticator_apps) as apps,
        (select settings from organizations where id = '${at.service.org.orgId}') as settings`);
    later();
    const before = await state();
    const codes = await askAll(session, id);
    expect(new Set(codes)).toEqual(new Set(["confirmation_required"]));
    expect(codes).toHaveLength(12);
    expect(await state()).toEqual(before);

    const wrong = await at.twoStep.confirm(session, { password: "another one of mine" }, from);
    expect(wrong.error).toMatchObject({ code: "invalid_request", field: "password" });
    expect((await at.call(session, "POST", "/v1/keys", { json: keyFields })).status).toBe(403);
    expect((await at.twoStep.confirm(session, { password: strongPassword }, from)).ok).toEqual({ confirmed: true });
    expect((await at.call(session, "POST", "/v1/keys", { json: keyFields })).status).toBe(201);
    expect((await at.passkeys.remove(session, id)).ok).toBeDefined();
    at.service.clock.add(10 * 60_000 - 1_000);
    expect((await at.call(session, "POST", "/v1/keys", { json: keyFields })).status).toBe(201);
    at.service.clock.add(1_000);
    expect((await at.call(session, "POST", "/v1/keys", { json: keyFields })).wire.error.code).toBe(
      "confirmation_required",
    );
  });

  test("only a passkey of the same account confirms, and each answer counts once", async () => {
    const [grace, joan] = [await at.join(fresh().email), await at.join(fresh().email)];
    const [hers, another] = [await addPasskey(grace), await addPasskey(joan)];
    later();
    // biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard
    const ask = async (session: OpenedSession) => (await at.twoStep.askPasskeys(session)).ok as any;
    const first = await ask(grace);
    expect(first.options.allowCredentials).toHaveLength(1);
    const foreign = { challenge: first.challenge, response: another.authenticator.use(first.options) };
    expect((await at.twoStep.confirm(grace, { passkey: foreign }, testVisitor)).error?.code).toBe("forbidden");
    const second = await ask(grace);
    const answer = { challenge: second.challenge, response: hers.authenticator.use(second.options) };
    expect((await at.twoStep.confirm(joan, { passkey: answer }, testVisitor)).error?.code).toBe("forbidden");
    expect((await at.call(grace, "POST", "/v1/keys", { json: keyFields })).status).toBe(403);
    expect((await at.twoStep.confirm(grace, { passkey: answer }, testVisitor)).ok).toBeDefined();
    expect((await at.twoStep.confirm(grace, { passkey: answer }, testVisitor)).error?.code).toBe("forbidden");
    expect((await at.call(grace, "POST", "/v1/keys", { json: keyFields })).status).toBe(201);
    expect((await at.call(joan, "POST", "/v1/keys", { json: keyFields })).status).toBe(403);
  });

  test("a session opened by an API key is refused with the reason; the key itself needs no confirmation", async () => {
    const { key } = at.service.org;
    const sessionId = await openKeySession(at.service.context.db, key, at.service.clock);
    const byKey: OpenedSession = { key, sessionId: sessionId ?? "" };
    const refused = await at.call(byKey, "POST", "/v1/keys", { json: keyFields });
    expect(refused.status).toBe(403);
    expect(refused.wire.error).toMatchObject({ code: "forbidden", message: expect.stringMatching(/with an API key/) });
    expect((await at.twoStep.confirm(byKey, { password: strongPassword }, testVisitor)).error?.code).toBe("forbidden");
    expect((await at.service.call("POST", "/v1/keys", { key, json: keyFields })).status).toBe(201);
  });

  test("switching the organization does not renew the authentication", async () => {
    const { email, from } = fresh();
    const session = await at.join(email);
    const other = await at.service.addOrganization("Second House");
    later();
    const joined = (await at.accounts.joinAs(session, await at.invite(other.key), from)).ok;
    if (!joined) throw new Error("not joined");
    expect((await at.call(joined, "POST", "/v1/keys", { json: keyFields })).status).toBe(403);
    const back = (await at.accounts.listMemberships(joined)).find(({ isCurrent }) => !isCurrent);
    const switched = (await at.accounts.switchMember(joined, back?.memberId ?? "", from)).ok;
    if (!switched) throw new Error("not switched");
    expect((await at.call(switched, "POST", "/v1/keys", { json: keyFields })).status).toBe(403);
    const again = (await at.accounts.signIn({ email, password: strongPassword }, from)).ok;
    if (!again) throw new Error("not signed in");
    expect((await at.call(again, "POST", "/v1/keys", { json: keyFields })).status).toBe(201);
  });

  test("wrong confirmations count toward the limit of wrong passwords", async () => {
    const { email, from } = fresh();
    const session = await at.join(email);
    for (let guess = 0; guess < 20; guess += 1) {
      await at.twoStep.confirm(session, { password: `wrong number ${guess}` }, from);
    }
    const refused = await at.twoStep.confirm(session, { password: strongPassword }, from);
    expect(refused.error).toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
  });
});
