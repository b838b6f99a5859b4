import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EmbeddedProvider, OpenedSession } from "#lib/embed";
import { providerCallbackPath } from "#lib/embed";
import { openTestService, type TestService, testOrigin } from "#lib/service/http/testing";
import { makeProvider } from "./provider.ts";
import { addPerson, readPeople, visitor } from "./testing-person.ts";
import { startProvider, type TestProvider, walkProvider } from "./testing-provider.ts";

const people = {
  grace: { email: "grace@example.org", email_verified: true, name: "Grace Hopper" },
  mallory: { email: "victim@example.org", email_verified: false, name: "Mallory" },
  liar: { email: "victim@example.org", email_verified: "true", name: "Liar" },
  owner: { email: "typed@example.org", email_verified: true, name: "Who holds the address" },
  alan: { email: "alan@example.org", email_verified: true, name: "Alan Turing" },
  joan: { email: "joan@example.org", email_verified: true },
  mary: { email: "mary@example.org", email_verified: true, name: "Mary" },
};

let service: TestService;
let house: TestProvider;
let provider: EmbeddedProvider;
beforeAll(async () => {
  [service, house] = await Promise.all([
    openTestService(),
    startProvider(`${testOrigin}${providerCallbackPath}`, people),
  ]);
  provider = makeProvider(house.settings, service.context);
});
afterAll(() => Promise.all([service.close(), house.stop()]));

const newBrowser = () => randomBytes(32).toString("base64url");
const query = async (text: string, values: unknown[] = []) => (await service.database.pool.query(text, values)).rows;

type Way = {
  invitation?: string | null;
  browser?: string;
  /** Changes the address at the provider before the browser goes there. */
  tamper?: (url: URL) => void;
  declines?: boolean;
};
async function goThere(
  login: string,
  { invitation = null, browser = newBrowser(), tamper, declines = false }: Way = {},
) {
  const begun = await provider.begin({ next: "/posts", invitation }, browser);
  const url = new URL(begun.ok?.url ?? "");
  tamper?.(url);
  return { browser, search: await walkProvider(url.href, login, { declines }) };
}
async function signIn(login: string, way: Way = {}) {
  const { search, browser } = await goThere(login, way);
  return provider.finish(search, browser, null, visitor);
}
async function connect(session: OpenedSession, login: string) {
  const browser = newBrowser();
  const { ok } = await provider.beginConnect(session, browser);
  return { browser, search: await walkProvider(ok?.url ?? "", login) };
}
async function invite(): Promise<string> {
  const { wire } = await service.call("POST", "/v1/invitations", { key: service.org.key, json: {} });
  return new URL(wire.data.url).searchParams.get("token") ?? "";
}
/** Nobody is signed in, nothing is changed, and a sentence says why. */
async function expectRefused(
  before: string,
  answer: Awaited<ReturnType<EmbeddedProvider["finish"]>>,
  sentence: RegExp,
) {
  expect(answer.ok).toBeUndefined();
  expect(answer.error?.message).toMatch(sentence);
  expect(await readPeople(service)).toBe(before);
}

describe("signing in at the provider", () => {
  test("signs a known person in, to where they wanted to go, as an account of their own", async () => {
    const person = await addPerson(service, { email: "Grace@Example.org" });
    const { ok } = await signIn("grace");
    expect(ok?.next).toBe("/posts");
    expect(await query("select account_id, way from sessions where id = $1", [ok?.session?.sessionId])).toEqual([
      { account_id: person.accountId, way: "provider" },
    ]);
    // From now on by issuer and subject, whatever the address is.
    await query("update accounts set email = 'elsewhere@example.org' where id = $1", [person.accountId]);
    expect((await signIn("grace")).ok?.session).toBeDefined();
    expect(
      await query("select issuer, subject from account_identities where account_id = $1", [person.accountId]),
    ).toEqual([{ issuer: house.settings.issuer, subject: "grace" }]);
  });

  test("asks with PKCE, state and nonce, and tells the provider nothing of the person", async () => {
    const { ok } = await provider.begin(
      { next: "/posts?secret=1", invitation: "token-of-an-invitation" },
      newBrowser(),
    );
    const asked = Object.fromEntries(new URL(ok?.url ?? "").searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${testOrigin}${providerCallbackPath}`,
    });
    expect([asked["state"], asked["nonce"], asked["code_challenge"]].every((one) => (one?.length ?? 0) >= 43)).toBe(
      true,
    );
    expect(ok?.url).not.toMatch(/secret|token-of/);
    const [kept] = await query("select string_agg(data::text, '') as text from sign_in_challenges");
    expect(kept.text).not.toMatch(/token-of|secret/);
    expect(kept.text).not.toContain(asked["nonce"]);
  });

  test("refuses somebody who is no member, with whom to ask", async () => {
    const before = await readPeople(service);
    await expectRefused(before, await signIn("alan"), /not a member here\. Ask an administrator for an invitation/);
  });

  test("admits somebody who comes with an invitation, once", async () => {
    const invitation = await invite();
    const { ok } = await signIn("alan", { invitation });
    const me = await service.call("GET", "/v1/me", {
      key: ok?.session?.key,
      headers: { "x-postwright-session": ok?.session?.sessionId ?? "" },
    });
    expect(me.wire.data.membership).toMatchObject({ name: "Alan Turing", email: "alan@example.org", role: "member" });
    const before = await readPeople(service);
    await expectRefused(before, await signIn("joan", { invitation }), /used already/);
    expect((await signIn("alan")).ok?.session).toBeDefined();
  });

  test("uses no invitation for an address that the provider has not confirmed", async () => {
    const invitation = await invite();
    const before = await readPeople(service);
    await expectRefused(before, await signIn("mallory", { invitation }), /has not confirmed an e-mail address/);
    await expectRefused(before, await signIn("liar", { invitation }), /has not confirmed an e-mail address/);
  });

  test("refuses a member whose last organization deactivated them", async () => {
    await addPerson(service, { email: "joan@example.org", isMember: false });
    const before = await readPeople(service);
    await expectRefused(before, await signIn("joan"), /member of no organization/);
  });
});

describe("an account can't be taken over", () => {
  test("by an address that the provider has not confirmed", async () => {
    await addPerson(service, { email: "victim@example.org" });
    const before = await readPeople(service);
    await expectRefused(before, await signIn("mallory"), /not a member here/);
    await expectRefused(before, await signIn("liar"), /not a member here/);
  });

  test("by a confirmed address while it has a password, a passkey, or another identity", async () => {
    const { accountId } = await addPerson(service, { email: "typed@example.org", hasPassword: true });
    const isRefused = async () =>
      expectRefused(
        await readPeople(service),
        await signIn("owner"),
        /Sign in to it as usual, then connect Test House ID/,
      );
    await isRefused();
    await query("update accounts set password_hash = null where id = $1", [accountId]);
    await query(
      "insert into passkeys (id, account_id, credential_id, public_key, name) values (gen_random_uuid(), $1, 'c', '', 'P')",
      [accountId],
    );
    await isRefused();
    await query("delete from passkeys where account_id = $1", [accountId]);
    await query("insert into account_identities values ('https://elsewhere.example', 'x', $1)", [accountId]);
    await isRefused();
    // Nor does an invitation lead around it.
    const invitation = await invite();
    await expectRefused(await readPeople(service), await signIn("owner", { invitation }), /Sign in to it as usual/);
  });

  test("by an answer that belongs to another browser, or to none", async () => {
    const before = await readPeople(service);
    const { search, browser } = await goThere("alan");
    await expectRefused(before, await provider.finish(search, newBrowser(), null, visitor), /began in another browser/);
    await expectRefused(before, await provider.finish(search, null, null, visitor), /began in another browser/);
    // Somebody else's attempt spends nothing.
    expect((await provider.finish(search, browser, null, visitor)).ok?.session).toBeDefined();
  });

  test("by an answer that is replayed, also when ten come at once", async () => {
    const { search, browser } = await goThere("alan");
    const came = await Promise.all(Array.from({ length: 10 }, () => provider.finish(search, browser, null, visitor)));
    expect(came.filter(({ ok }) => ok)).toHaveLength(1);
    const before = await readPeople(service);
    await expectRefused(before, await provider.finish(search, browser, null, visitor), /answered already/);
  });

  test("by another state, another code, another issuer, or none of them", async () => {
    const changes: ((query: URLSearchParams) => void)[] = [
      (one) => one.set("state", `${one.get("state")}x`),
      (one) => one.set("state", "nonsense"),
      (one) => one.delete("state"),
      (one) => one.set("code", "another"),
      (one) => one.delete("code"),
      (one) => one.set("iss", "https://evil.example"),
      (one) => one.append("state", "two"),
    ];
    const before = await readPeople(service);
    for (const change of changes) {
      const { search, browser } = await goThere("alan");
      const changed = new URLSearchParams(search);
      change(changed);
      await expectRefused(before, await provider.finish(`?${changed}`, browser, null, visitor), /(start|Start) again/);
    }
  });

  test("by an answer to another question: wrong nonce, wrong PKCE", async () => {
    const before = await readPeople(service);
    const nonce = await signIn("alan", { tamper: (url) => url.searchParams.set("nonce", "another") });
    await expectRefused(before, nonce, /was not accepted, and nobody was signed in/);
    const pkce = await signIn("alan", { tamper: (url) => url.searchParams.set("code_challenge", "a".repeat(43)) });
    await expectRefused(before, pkce, /was not accepted, and nobody was signed in/);
  });

  test("by an answer that comes after ten minutes", async () => {
    const { search, browser } = await goThere("alan");
    const before = await readPeople(service);
    service.clock.add(10 * 60_000);
    await expectRefused(before, await provider.finish(search, browser, null, visitor), /took too long/);
  });
});

describe("a provider that says no, or nothing", () => {
  test("is told in a sentence when the person declined there", async () => {
    const before = await readPeople(service);
    await expectRefused(before, await signIn("alan", { declines: true }), /it was declined at Test House ID/);
  });

  test("that is down is told, and asked again the next time", async () => {
    const other = await startProvider(`${testOrigin}${providerCallbackPath}`, people);
    await other.stop();
    const down = makeProvider(other.settings, service.context);
    const sentence = /^Test House ID does not answer at the moment\. Sign in another way/;
    expect((await down.begin({ next: "/", invitation: null }, newBrowser())).error?.message).toMatch(sentence);
    const port = Number(new URL(other.settings.issuer).port);
    const again = await startProvider(`${testOrigin}${providerCallbackPath}`, people, port);
    try {
      expect((await down.begin({ next: "/", invitation: null }, newBrowser())).ok?.url).toContain(
        other.settings.issuer,
      );
    } finally {
      await again.stop();
    }
    // What it said of itself is kept: people are sent there, and its silence is told when they come back.
    const browser = newBrowser();
    const { ok } = await down.begin({ next: "/", invitation: null }, browser);
    const search = new URLSearchParams({
      ...{ code: "any", iss: other.settings.issuer },
      state: new URL(ok?.url ?? "").searchParams.get("state") ?? "",
    });
    expect((await down.finish(`?${search}`, browser, null, visitor)).error?.message).toMatch(sentence);
  });

  test("that is somebody else than the settings name is refused", async () => {
    const settings = { ...house.settings, issuer: `${house.settings.issuer}/realms/other` };
    const wrong = makeProvider(settings, service.context);
    expect((await wrong.begin({ next: "/", invitation: null }, newBrowser())).error?.code).toBe("unavailable");
  });
});

describe("connecting an account to the provider", () => {
  test("lets its person sign in there from then on, and can be ended", async () => {
    const person = await addPerson(service, { email: "anything@example.org", hasPassword: true });
    expect((await provider.connectedAt(person.session)).ok).toEqual({ at: null });
    const { search, browser } = await connect(person.session, "mary");
    expect((await provider.finish(search, browser, person.session, visitor)).ok).toEqual({
      next: "/profile",
      session: null,
    });
    expect((await provider.connectedAt(person.session)).ok?.at).not.toBeNull();
    const { ok } = await signIn("mary");
    expect(await query("select account_id from sessions where id = $1", [ok?.session?.sessionId])).toEqual([
      { account_id: person.accountId },
    ]);
    expect((await provider.disconnect(person.session)).ok).toEqual({ disconnected: true });
    expect((await signIn("mary")).error?.message).toMatch(/not a member here/);
  });

  test("is refused for somebody who is another account, and for two at once", async () => {
    const [one, two] = [
      await addPerson(service, { hasPassword: true }),
      await addPerson(service, { hasPassword: true }),
    ];
    const first = await connect(one.session, "mary");
    await provider.finish(first.search, first.browser, one.session, visitor);
    const before = await readPeople(service);
    const taken = await connect(two.session, "mary");
    await expectRefused(
      before,
      await provider.finish(taken.search, taken.browser, two.session, visitor),
      /known at Test House ID as another account/,
    );
    const second = await connect(one.session, "joan");
    await expectRefused(
      before,
      await provider.finish(second.search, second.browser, one.session, visitor),
      /connected to somebody else/,
    );
  });

  test("is refused when another account, or nobody, is signed in by then", async () => {
    const [one, two] = [await addPerson(service), await addPerson(service)];
    for (const session of [two.session, null]) {
      const { search, browser } = await connect(one.session, "joan");
      const before = await readPeople(service);
      await expectRefused(
        before,
        await provider.finish(search, browser, session, visitor),
        /not signed in as who asked/,
      );
    }
  });

  test("can't be ended while it is the only way in", async () => {
    const person = await addPerson(service);
    await query("insert into account_identities values ($1, 'only', $2)", [house.settings.issuer, person.accountId]);
    expect((await provider.disconnect(person.session)).error?.message).toMatch(/only way to sign in, so it stays/);
  });
});
