import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBrowserSecret, openSingleSignOnFixture } from "#lib/service/auth/testing/single-sign-on-fixture.ts";
import { addTestAccount, loopbackVisitor, readAccountTables } from "#lib/service/auth/testing/test-account.ts";

const { service, house, provider, goThere, query, signIn, connect, invite, expectRefused, close } =
  await openSingleSignOnFixture();
afterAll(() => close());

describe("an account can't be taken over", () => {
  beforeAll(async () => {
    await signIn("alan", { invitation: await invite() });
  });

  test("by an address that the provider has not confirmed", async () => {
    await addTestAccount(service, { email: "victim@example.org" });
    const before = await readAccountTables(service);
    await expectRefused(before, await signIn("mallory"), /not a member here/);
    await expectRefused(before, await signIn("liar"), /not a member here/);
  });

  test("by a confirmed address while it has a password, a passkey, or another identity", async () => {
    const { accountId } = await addTestAccount(service, { email: "typed@example.org", hasPassword: true });
    const isRefused = async () =>
      expectRefused(
        await readAccountTables(service),
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
    // An invitation does not bypass the rule either.
    const invitation = await invite();
    await expectRefused(
      await readAccountTables(service),
      await signIn("owner", { invitation }),
      /Sign in to it as usual/,
    );
  });

  test("by an answer that belongs to another browser, or to none", async () => {
    const before = await readAccountTables(service);
    const { search, browser } = await goThere("alan");
    await expectRefused(
      before,
      await provider.finish(search, createBrowserSecret(), null, loopbackVisitor),
      /began in another browser/,
    );
    await expectRefused(before, await provider.finish(search, null, null, loopbackVisitor), /began in another browser/);
    // Another browser's attempt consumes nothing.
    expect((await provider.finish(search, browser, null, loopbackVisitor)).ok?.session).toBeDefined();
  });

  test("by an answer that is replayed, also when ten come at once", async () => {
    const { search, browser } = await goThere("alan");
    const came = await Promise.all(
      Array.from({ length: 10 }, () => provider.finish(search, browser, null, loopbackVisitor)),
    );
    expect(came.filter(({ ok }) => ok)).toHaveLength(1);
    const before = await readAccountTables(service);
    await expectRefused(before, await provider.finish(search, browser, null, loopbackVisitor), /answered already/);
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
    const before = await readAccountTables(service);
    for (const change of changes) {
      const { search, browser } = await goThere("alan");
      const changed = new URLSearchParams(search);
      change(changed);
      await expectRefused(
        before,
        await provider.finish(`?${changed}`, browser, null, loopbackVisitor),
        /(start|Start) again/,
      );
    }
  });

  test("by an answer to another question: wrong nonce, wrong PKCE", async () => {
    const before = await readAccountTables(service);
    const nonce = await signIn("alan", { tamper: (url) => url.searchParams.set("nonce", "another") });
    await expectRefused(before, nonce, /was not accepted, and nobody was signed in/);
    const pkce = await signIn("alan", { tamper: (url) => url.searchParams.set("code_challenge", "a".repeat(43)) });
    await expectRefused(before, pkce, /was not accepted, and nobody was signed in/);
  });

  test("by an answer that comes after ten minutes", async () => {
    const { search, browser } = await goThere("alan");
    const before = await readAccountTables(service);
    service.clock.add(10 * 60_000);
    await expectRefused(before, await provider.finish(search, browser, null, loopbackVisitor), /took too long/);
  });
});

describe("connecting an account to the provider", () => {
  test("lets its person sign in there from then on, and can be ended", async () => {
    const person = await addTestAccount(service, { email: "anything@example.org", hasPassword: true });
    expect((await provider.connectedAt(person.session)).ok).toEqual({ at: null });
    const { search, browser } = await connect(person.session, "mary");
    expect((await provider.finish(search, browser, person.session, loopbackVisitor)).ok).toEqual({
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
      await addTestAccount(service, { hasPassword: true }),
      await addTestAccount(service, { hasPassword: true }),
    ];
    const first = await connect(one.session, "mary");
    await provider.finish(first.search, first.browser, one.session, loopbackVisitor);
    const before = await readAccountTables(service);
    const taken = await connect(two.session, "mary");
    await expectRefused(
      before,
      await provider.finish(taken.search, taken.browser, two.session, loopbackVisitor),
      /known at Test House ID as another account/,
    );
    const second = await connect(one.session, "joan");
    await expectRefused(
      before,
      await provider.finish(second.search, second.browser, one.session, loopbackVisitor),
      /connected to somebody else/,
    );
  });

  test("is refused when another account, or nobody, is signed in by then", async () => {
    const [one, two] = [await addTestAccount(service), await addTestAccount(service)];
    for (const session of [two.session, null]) {
      const { search, browser } = await connect(one.session, "joan");
      const before = await readAccountTables(service);
      await expectRefused(
        before,
        await provider.finish(search, browser, session, loopbackVisitor),
        /not signed in as who asked/,
      );
    }
  });

  test("can't be ended while it is the only way in", async () => {
    const person = await addTestAccount(service);
    await query("insert into account_identities values ($1, 'only', $2)", [house.settings.issuer, person.accountId]);
    expect((await provider.disconnect(person.session)).error?.message).toMatch(/only way to sign in, so it stays/);
  });
});
