import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EmbeddedPasskeys, OpenedSession } from "#lib/embedded-service.ts";
import { addTestAccount, loopbackVisitor, readAccountTables } from "#lib/service/auth/testing/test-account.ts";
import {
  type AuthenticatorFaults,
  createVirtualAuthenticator,
} from "#lib/service/auth/testing/virtual-authenticator.ts";
import { openTestService, type TestService, testOrigin } from "#lib/service/http/testing/test-service.ts";
import { createPasskeyService } from "./passkey-service.ts";

let service: TestService;
let passkeys: EmbeddedPasskeys;
beforeAll(async () => {
  service = await openTestService();
  passkeys = createPasskeyService(service.context, null);
});
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: options are opaque to the dashboard, which hands them to the browser
type Options = any;
type Begun = { challenge: string; options: Options };

/** Creates a browser's registration answer without sending it. */
async function made(session: OpenedSession, how: AuthenticatorFaults = {}, name = "Laptop") {
  const authenticator = createVirtualAuthenticator(testOrigin);
  const begun = (await passkeys.begin(session, "Laptop")).ok as Begun;
  const response = authenticator.register(begun.options, how);
  return { authenticator, sent: { challenge: begun.challenge, response, name } };
}
async function add(session: OpenedSession, how: AuthenticatorFaults = {}, name = "Laptop") {
  const { authenticator, sent } = await made(session, how, name);
  return { authenticator, sent, answer: await passkeys.add(session, sent) };
}
async function use(authenticator: ReturnType<typeof createVirtualAuthenticator>, how: AuthenticatorFaults = {}) {
  const begun = (await passkeys.beginSignIn()) as Begun;
  const sent = { challenge: begun.challenge, response: authenticator.use(begun.options, how) };
  return { sent, answer: await passkeys.signIn(sent, loopbackVisitor) };
}
const sessionWorks = async (session: OpenedSession) =>
  (
    await service.call("GET", "/v1/me", {
      key: session.key,
      headers: { "x-postwright-session": session.sessionId },
    })
  ).status;

describe("a passkey", () => {
  test("an added passkey signs its person in without any other input", async () => {
    const person = await addTestAccount(service);
    const { authenticator, answer } = await add(person.session);
    expect(answer.ok).toMatchObject({ name: "Laptop", lastUsedAt: null });
    const { answer: signedIn } = await use(authenticator);
    expect(await sessionWorks(signedIn.ok as OpenedSession)).toBe(200);
    const { rows } = await service.database.pool.query("select account_id, way, device from sessions where id = $1", [
      signedIn.ok?.sessionId,
    ]);
    expect(rows).toEqual([{ account_id: person.accountId, way: "passkey", device: loopbackVisitor.device }]);
    const listed = (await passkeys.list(person.session)).ok;
    expect(listed).toHaveLength(1);
    expect(listed?.[0]?.lastUsedAt).not.toBeNull();
  });

  test("a challenge requires user verification, names this host and names no account", async () => {
    const { options } = (await passkeys.beginSignIn()) as Begun;
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options.allowCredentials ?? []).toEqual([]);
    const person = await addTestAccount(service);
    const begun = (await passkeys.begin(person.session, "Laptop")).ok as Begun;
    expect(begun.options.authenticatorSelection).toMatchObject({
      residentKey: "required",
      userVerification: "required",
    });
    expect(JSON.stringify(begun.options.user.id)).not.toContain(person.email);
  });

  test.each<[string, AuthenticatorFaults, RegExp]>([
    [
      "used at another address",
      { origin: "https://evil.example" },
      /at another address\. Open http:\/\/localhost:3000/,
    ],
    ["used at another port of this host", { origin: "http://localhost:3001" }, /at another address/],
    ["made for another host", { rpId: "evil.example" }, /not accepted/],
    ["without user verification", { isVerified: false }, /not accepted/],
    ["to another challenge", { challenge: "bm90IHRoZSBvbmU" }, /not accepted/],
    ["with a counter that went back", { counter: 1 }, /not accepted/],
    ["in the name of another account", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }, /not accepted/],
    [
      "signed by another key",
      { signedBy: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey },
      /not accepted/,
    ],
  ])("a passkey answer %s signs nobody in", async (_, how, sentence) => {
    const person = await addTestAccount(service);
    const { authenticator } = await add(person.session);
    await use(authenticator);
    await use(authenticator);
    const before = await readAccountTables(service);
    const { answer } = await use(authenticator, how);
    expect(answer.ok).toBeUndefined();
    expect(answer.error?.message).toMatch(sentence);
    expect(await readAccountTables(service)).toBe(before);
    expect((await use(authenticator, { counter: 9 })).answer.ok).toBeDefined();
  });

  test("an answer counts once: a replay, or ten at once, open one session", async () => {
    const person = await addTestAccount(service);
    const { authenticator } = await add(person.session);
    const begun = (await passkeys.beginSignIn()) as Begun;
    const sent = { challenge: begun.challenge, response: authenticator.use(begun.options) };
    const came = await Promise.all(Array.from({ length: 10 }, () => passkeys.signIn(sent, loopbackVisitor)));
    expect(came.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await passkeys.signIn(sent, loopbackVisitor)).error?.message).toMatch(/already used/);
  });

  test("a challenge expires after five minutes", async () => {
    const person = await addTestAccount(service);
    const { authenticator } = await add(person.session);
    const begun = (await passkeys.beginSignIn()) as Begun;
    service.clock.add(5 * 60_000);
    const sent = { challenge: begun.challenge, response: authenticator.use(begun.options) };
    expect((await passkeys.signIn(sent, loopbackVisitor)).error?.message).toMatch(/expired/);
  });

  test("an unknown passkey gets the same answer as a removed one", async () => {
    const person = await addTestAccount(service, { hasPassword: true });
    const { authenticator, answer } = await add(person.session);
    await passkeys.remove(person.session, answer.ok?.id ?? "");
    const unknown = (await use(createVirtualAuthenticator(testOrigin), { userHandle: "AAAA" })).answer.error;
    expect((await use(authenticator)).answer.error).toEqual(unknown);
    expect(unknown?.message).toBe(
      "This server doesn't know the passkey. It may have been removed. Sign in another way.",
    );
  });

  test("a passkey of a person deactivated everywhere signs nobody in", async () => {
    const person = await addTestAccount(service);
    const { authenticator } = await add(person.session);
    await service.database.pool.query("update members set removed_at = now() where account_id = $1", [
      person.accountId,
    ]);
    expect((await use(authenticator)).answer.error?.message).toMatch(/no longer a member of any organization/);
  });

  test("a malformed answer is rejected like a wrong one", async () => {
    for (const sent of [null, "", {}, { challenge: "x" }, { challenge: "x", response: { id: "" } }, [1]]) {
      expect((await passkeys.signIn(sent, loopbackVisitor)).error?.code).toBe("invalid_request");
    }
  });
});

describe("adding a passkey", () => {
  test.each<[string, AuthenticatorFaults, RegExp]>([
    ["from another address", { origin: "https://evil.example" }, /at another address/],
    ["for another host", { rpId: "evil.example" }, /not accepted/],
    ["to another challenge", { challenge: "bm90IHRoZSBvbmU" }, /not accepted/],
    ["without user verification", { isVerified: false }, /not accepted/],
  ])("a registration %s adds nothing", async (_, how, sentence) => {
    const person = await addTestAccount(service);
    const before = await readAccountTables(service);
    expect((await add(person.session, how)).answer.error?.message).toMatch(sentence);
    expect(await readAccountTables(service)).toBe(before);
  });

  test("a registration counts once, for the account that began it, within five minutes", async () => {
    const [person, other] = [await addTestAccount(service), await addTestAccount(service)];
    const { sent } = await add(person.session);
    expect((await passkeys.add(person.session, sent)).error?.message).toMatch(/already used/);
    const authenticator = createVirtualAuthenticator(testOrigin);
    const begun = (await passkeys.begin(person.session, "Laptop")).ok as Begun;
    const mine = { challenge: begun.challenge, response: authenticator.register(begun.options), name: "Mine" };
    expect((await passkeys.add(other.session, mine)).error?.code).toBe("conflict");
    expect((await passkeys.list(other.session)).ok).toEqual([]);
    service.clock.add(5 * 60_000);
    expect((await passkeys.add(person.session, mine)).error?.message).toMatch(/expired/);
  });

  test("a name is one line of limited length; a rejected rename keeps the current name", async () => {
    const person = await addTestAccount(service);
    for (const name of ["", "   ", "\n", "🔑".repeat(10_000), "x".repeat(61)]) {
      expect((await passkeys.begin(person.session, name)).error).toMatchObject({ field: "name" });
      expect((await add(person.session, {}, name)).answer.error).toMatchObject({ field: "name" });
    }
    const { answer } = await add(person.session, {}, " Grace's\nphone ");
    expect(answer.ok?.name).toBe("Grace's phone");
    const id = answer.ok?.id ?? "";
    expect((await passkeys.rename(person.session, id, "🔑".repeat(10_000))).error?.field).toBe("name");
    expect((await passkeys.rename(person.session, id, "Phone")).ok?.name).toBe("Phone");
  });

  test("an account has at most twenty passkeys, also when several are added concurrently", async () => {
    const person = await addTestAccount(service);
    await service.database.pool.query(
      `insert into passkeys (id, account_id, credential_id, public_key, name)
       select gen_random_uuid(), $1::uuid, $1::uuid || '-' || n, '', 'Old' from generate_series(1, 18) n`,
      [person.accountId],
    );
    await service.database.pool.query("update sessions set two_factor = true where id = $1", [
      person.session.sessionId,
    ]);
    // All registrations begin before the first one is added: at twenty passkeys none can begin.
    const four = await Promise.all(Array.from({ length: 4 }, () => made(person.session)));
    const came = await Promise.all(four.map(({ sent }) => passkeys.add(person.session, sent)));
    expect(came.filter(({ ok }) => ok)).toHaveLength(2);
    expect((await passkeys.begin(person.session, "Laptop")).error?.message).toMatch(/20 passkeys, the maximum/);
  });

  test("a session opened by an API key can't add a passkey", async () => {
    const opened = { key: service.org.key, sessionId: service.clock.newId() };
    expect((await passkeys.begin(opened, "Laptop")).error?.code).toBe("unauthorized");
    await service.database.pool.query("insert into sessions (id, key_id) values ($1, $2)", [
      ...[opened.sessionId, service.org.keyId],
    ]);
    expect((await passkeys.begin(opened, "Laptop")).error?.code).toBe("forbidden");
    expect((await passkeys.list(opened)).error?.code).toBe("forbidden");
  });
});

describe("removing a passkey", () => {
  test("a removal can be undone once, and the passkey works as before", async () => {
    const person = await addTestAccount(service, { hasPassword: true });
    const { authenticator, answer } = await add(person.session);
    await use(authenticator);
    const before = (await passkeys.list(person.session)).ok;
    const undo = (await passkeys.remove(person.session, answer.ok?.id ?? "")).ok?.undo ?? "";
    expect((await passkeys.list(person.session)).ok).toEqual([]);
    const other = await addTestAccount(service);
    expect((await passkeys.restore(other.session, undo)).error?.code).toBe("conflict");
    expect((await passkeys.restore(person.session, undo)).ok).toEqual(before?.[0]);
    expect((await passkeys.restore(person.session, undo)).error?.code).toBe("conflict");
    expect((await use(authenticator)).answer.ok).toBeDefined();
  });

  test("the last way to sign in can't be removed, also by two concurrent removals", async () => {
    const person = await addTestAccount(service);
    const [one, two] = [await add(person.session), await add(person.session, {}, "Phone")];
    const came = await Promise.all(
      [one, two].map(({ answer }) => passkeys.remove(person.session, answer.ok?.id ?? "")),
    );
    expect(came.filter(({ ok }) => ok)).toHaveLength(1);
    expect(came.find(({ error }) => error)?.error?.message).toMatch(/only way to sign in, so it can't be removed/);
    expect((await passkeys.list(person.session)).ok).toHaveLength(1);
  });

  test("members remove and rename only their own passkeys", async () => {
    const [person, other] = [
      await addTestAccount(service, { hasPassword: true }),
      await addTestAccount(service, { hasPassword: true }),
    ];
    const { answer } = await add(person.session);
    for (const id of [answer.ok?.id ?? "", "nonsense", "'; drop table passkeys"]) {
      expect((await passkeys.rename(other.session, id, "Mine")).error?.code).toBe("not_found");
      expect((await passkeys.remove(other.session, id)).error?.code).toBe("not_found");
    }
    expect((await passkeys.list(person.session)).ok).toEqual([answer.ok]);
  });
});
