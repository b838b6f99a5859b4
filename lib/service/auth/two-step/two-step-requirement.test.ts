import { describe, expect, test } from "vitest";
import { roleScopes } from "#lib/contract/scopes.ts";
import type { OpenedSession } from "#lib/embedded-service.ts";
import { createApiKeyCache } from "#lib/service/api-keys/api-key-cache.ts";
import { openKeySession } from "#lib/service/auth/sessions/open-session.ts";
import { strongPassword, testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import { createFreshPerson, provideAccountService } from "#lib/service/auth/testing/account-service-fixture.ts";
import { turnOnTwoStep } from "#lib/service/auth/testing/authenticator-app.ts";
import { createVirtualAuthenticator } from "#lib/service/auth/testing/virtual-authenticator.ts";
import { testOrigin } from "#lib/service/http/testing/test-service.ts";
import { turnOffTwoStepFromCommandLine } from "./turn-off-two-step-from-command-line.ts";

const at = provideAccountService();
const fresh = createFreshPerson("rule");
const ownerKey = () => at.service.org.key;
const idOf = async (session: OpenedSession) => (await at.call(session, "GET", "/v1/me")).wire.data.membership.id;

async function join(role: "owner" | "admin" | "member") {
  const { email, from } = fresh();
  const session = await at.join(email, await at.invite(ownerKey(), { role: role === "owner" ? "admin" : role }));
  const id = await idOf(session);
  if (role === "owner") await at.service.call("POST", `/v1/members/${id}/owner`, { key: ownerKey() });
  return { email, from, session, id };
}
const rule = (session: OpenedSession, isOn: boolean) =>
  at.call(session, "PATCH", "/v1/organization", { json: { settings: { require_two_step: isOn } } });
const listsMembers = async (session: OpenedSession) => (await at.call(session, "GET", "/v1/members")).status;
const lookUp = async (email: string) =>
  (await at.service.call("GET", `/v1/members?q=${encodeURIComponent(email)}`, { key: ownerKey() })).wire.data[0];

describe("an organization that requires two-step verification", () => {
  test("only an owner with a second factor turns the requirement on", async () => {
    const [owner, admin] = [await join("owner"), await join("admin")];
    expect((await rule(admin.session, true)).status).toBe(403);
    const refused = await rule(owner.session, true);
    expect([refused.status, refused.wire.error.message]).toEqual([409, expect.stringMatching(/lock yourself out/)]);
    await turnOnTwoStep(at, admin.session);
    expect((await rule(admin.session, true)).status).toBe(403);
    expect(await listsMembers(admin.session)).toBe(200);
  });

  test("no API key turns the requirement on or off or removes a member's second factor, an owner's neither", async () => {
    const [owner, member] = [await join("owner"), await join("member")];
    await turnOnTwoStep(at, owner.session);
    await turnOnTwoStep(at, member.session);
    expect((await rule(owner.session, true)).status).toBe(200);
    const json = { name: "Robot", scopes: roleScopes.owner };
    const key: string = (await at.call(owner.session, "POST", "/v1/keys", { json })).wire.data.value;
    const message = "An API key can't change how people are protected. Sign in as yourself to do this.";
    for (const isOn of [false, true]) {
      const sent = { key, json: { name: "Renamed", settings: { require_two_step: isOn } } };
      const { status, wire } = await at.service.call("PATCH", "/v1/organization", sent);
      expect([status, wire.error]).toEqual([403, { code: "forbidden", message }]);
    }
    const removal = await at.service.call("DELETE", `/v1/members/${member.id}/two-step`, { key });
    expect([removal.status, removal.wire.error.message]).toEqual([403, message]);
    expect((await lookUp(member.email)).two_step).toBe(true);
    const { wire } = await at.service.call("GET", "/v1/organization", { key });
    expect([wire.data.name, wire.data.settings.require_two_step]).toEqual(["Analytical Engines", true]);
    expect((await rule(owner.session, false)).status).toBe(200);
  });

  test("an administrator has a member's rights until the session verifies a second factor", async () => {
    const [owner, admin, member] = [await join("owner"), await join("admin"), await join("member")];
    await turnOnTwoStep(at, owner.session);
    const adminsKey = (
      await at.call(admin.session, "POST", "/v1/keys", { json: { name: "Robot", scopes: ["members:manage"] } })
    ).wire.data.value;
    const { pool, clock, log } = at.service.context;
    const elsewhere = createApiKeyCache({ pool, clock, log, processConnection: at.service.database.processConnection });
    await elsewhere.listening();
    const seen = { sessionId: admin.session.sessionId, fresh: false, route: null };
    const roleElsewhere = async () => (await elsewhere.find(admin.session.key, seen))?.actor.role;
    expect(await roleElsewhere()).toBe("admin");

    expect((await rule(owner.session, true)).status).toBe(200);
    // Every process receives the change.
    await expect.poll(roleElsewhere).toBe("member");
    expect([await listsMembers(owner.session), await listsMembers(admin.session)]).toEqual([200, 403]);
    const scopesOf = async (session: OpenedSession) => (await at.call(session, "GET", "/v1/me")).wire.data.scopes;
    expect(await scopesOf(admin.session)).toEqual(await scopesOf(member.session));
    expect((await at.twoStep.read(admin.session)).ok).toMatchObject({
      isLocked: true,
      requiredBy: "Analytical Engines",
    });
    expect((await at.twoStep.read(member.session)).ok).toMatchObject({ isLocked: false, requiredBy: null });
    // A new sign-in by password changes nothing, nor does a session that a key opened; the key itself keeps working.
    const again = (await at.accounts.signIn({ email: admin.email, password: strongPassword }, admin.from)).ok;
    if (!again) throw new Error("not signed in");
    expect(await listsMembers(again)).toBe(403);
    const byKey = await openKeySession(at.service.context.db, adminsKey, at.service.clock);
    expect(await listsMembers({ key: adminsKey, sessionId: byKey ?? "" })).toBe(403);
    expect((await at.service.call("GET", "/v1/members", { key: adminsKey })).status).toBe(200);
    // The session's own key does not bypass the rule.
    expect((await at.service.call("GET", "/v1/members", { key: again.key })).status).toBe(403);

    const app = await turnOnTwoStep(at, again);
    expect(await listsMembers(again)).toBe(200);
    expect((await at.twoStep.read(again)).ok).toMatchObject({ isLocked: false });
    expect((await at.twoStep.turnOff(again, testVisitor)).error).toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/Analytical Engines requires/),
    });
    const waiting = await at.accounts.signIn({ email: admin.email, password: strongPassword }, admin.from);
    const done = (await at.twoStep.finish(waiting.error?.ticket ?? "", app.code(), admin.from)).ok;
    if (!done) throw new Error("not signed in");
    expect(await listsMembers(done)).toBe(200);
    await elsewhere.close();
    expect((await rule(owner.session, false)).status).toBe(200);
  });

  test("a passkey counts as two factors, at sign-in and as a confirmation", async () => {
    const [owner, admin] = [await join("owner"), await join("admin")];
    const authenticator = createVirtualAuthenticator(testOrigin);
    // biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard
    const begun = (await at.passkeys.begin(admin.session, "Laptop")).ok as any;
    const added = { challenge: begun.challenge, response: authenticator.register(begun.options), name: "Laptop" };
    expect((await at.passkeys.add(admin.session, added)).ok).toBeDefined();
    await turnOnTwoStep(at, owner.session);
    await rule(owner.session, true);
    expect(await listsMembers(admin.session)).toBe(200);
    admin.session = (await at.accounts.signIn({ email: admin.email, password: strongPassword }, admin.from))
      .ok as OpenedSession;
    expect(await listsMembers(admin.session)).toBe(403);
    // biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard
    const asked = (await at.twoStep.askPasskeys(admin.session)).ok as any;
    const passkey = { challenge: asked.challenge, response: authenticator.use(asked.options) };
    expect((await at.twoStep.confirm(admin.session, { password: strongPassword }, admin.from)).ok).toBeDefined();
    expect(await listsMembers(admin.session)).toBe(403);
    expect((await at.twoStep.confirm(admin.session, { passkey }, admin.from)).ok).toBeDefined();
    expect(await listsMembers(admin.session)).toBe(200);
    // biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard
    const question = (await at.passkeys.beginSignIn()) as any;
    const answer = { challenge: question.challenge, response: authenticator.use(question.options) };
    const byPasskey = (await at.passkeys.signIn(answer, admin.from)).ok;
    if (!byPasskey) throw new Error("not signed in");
    expect(await listsMembers(byPasskey)).toBe(200);
    await rule(owner.session, false);
  });
});

describe("removing a member's two-step verification", () => {
  test("only an owner removes it, the member is notified, and an event is recorded", async () => {
    const [owner, admin, member] = [await join("owner"), await join("admin"), await join("member")];
    const app = await turnOnTwoStep(at, member.session);
    expect(await lookUp(member.email)).toMatchObject({
      two_step: true,
      may: expect.arrayContaining(["remove_two_step"]),
    });
    const remove = (session: OpenedSession, id = member.id) => at.call(session, "DELETE", `/v1/members/${id}/two-step`);
    expect((await remove(admin.session)).status).toBe(403);
    expect((await remove(owner.session, owner.id)).status).toBe(403);
    expect((await remove(owner.session, at.service.clock.newId())).status).toBe(404);
    expect((await remove(owner.session, admin.id)).status).toBe(409);
    expect((await lookUp(member.email)).two_step).toBe(true);
    at.letters.length = 0;
    expect((await remove(owner.session)).wire.data).toEqual({ id: member.id, removed: true });
    expect(at.letters).toMatchObject([
      { to: member.email, text: expect.stringMatching(/removed two-step verification/) },
    ]);
    const [event] = await at.query("select type, target_id from audit_log order by id desc limit 1");
    expect(event).toEqual({ type: "second_factor.disable", target_id: member.id });
    const signedIn = await at.accounts.signIn({ email: member.email, password: strongPassword }, member.from);
    expect(signedIn.ok).toBeDefined();
    expect((await at.twoStep.confirm(member.session, { code: app.code() }, member.from)).error).toBeDefined();
    expect(await lookUp(member.email)).toMatchObject({ two_step: false });
  });

  test("it is refused for a member of another organization, and requires an owner's recent authentication", async () => {
    const [owner, member] = [await join("owner"), await join("member")];
    await turnOnTwoStep(at, member.session);
    const other = await at.service.addOrganization("Third House");
    await at.accounts.joinAs(member.session, await at.invite(other.key), member.from);
    const remove = () => at.call(owner.session, "DELETE", `/v1/members/${member.id}/two-step`);
    expect((await remove()).wire.error).toMatchObject({ code: "forbidden" });
    at.service.clock.add(10 * 60_000);
    expect((await remove()).wire.error).toMatchObject({ code: "confirmation_required" });
  });

  test("the server's command line removes it by e-mail address", async () => {
    const member = await join("member");
    await turnOnTwoStep(at, member.session);
    const { pool } = at.service.database;
    expect(await turnOffTwoStepFromCommandLine(pool, "nobody@example.org")).toBe("unknown");
    expect(await turnOffTwoStepFromCommandLine(pool, ` ${member.email.toUpperCase()}`)).toBe("done");
    expect(await turnOffTwoStepFromCommandLine(pool, member.email)).toBe("off");
    expect((await at.accounts.signIn({ email: member.email, password: strongPassword }, member.from)).ok).toBeDefined();
  });
});
