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

  test("with an address that the provider has not verified", async () => {
    await addTestAccount(service, { email: "victim@example.org" });
    const before = await readAccountTables(service);
    await expectRefused(before, await signIn("mallory"), /not a member here/);
    await expectRefused(before, await signIn("liar"), /not a member here/);
  });

  test("with a verified address while the account has a password, a passkey or another identity", async () => {
    const { accountId } = await addTestAccount(service, { email: "typed@example.org", hasPassword: true });
    const isRefused = async () =>
      expectRefused(
        await readAccountTables(service),
        await signIn("owner"),
        /Sign in to it, then connect Test House ID/,
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
      /Sign in to it, then connect/,
    );
  });

  test("with a response that belongs to another browser or to none", async () => {
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

  test("with a replayed response, also ten at once", async () => {
    const { search, browser } = await goThere("alan");
    const came = await Promise.all(
      Array.from({ length: 10 }, () => provider.finish(search, browser, null, loopbackVisitor)),
    );
    expect(came.filter(({ ok }) => ok)).toHaveLength(1);
    const before = await readAccountTables(service);
    await expectRefused(before, await provider.finish(search, browser, null, loopbackVisitor), /already used/);
  });

  test("with a missing or wrong state, code or issuer", async () => {
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

  test("with a response to another request: wrong nonce, wrong PKCE verifier", async () => {
    const before = await readAccountTables(service);
    const nonce = await signIn("alan", { tamper: (url) => url.searchParams.set("nonce", "another") });
    await expectRefused(before, nonce, /was not accepted\. You are not signed in/);
    const pkce = await signIn("alan", { tamper: (url) => url.searchParams.set("code_challenge", "a".repeat(43)) });
    await expectRefused(before, pkce, /was not accepted\. You are not signed in/);
  });

  test("with a response after ten minutes", async () => {
    const { search, browser } = await goThere("alan");
    const before = await readAccountTables(service);
    service.clock.add(10 * 60_000);
    await expectRefused(before, await provider.finish(search, browser, null, loopbackVisitor), /expired/);
  });
});

describe("connecting an account to the provider", () => {
  test("a connected account signs in at the provider until it is disconnected", async () => {
    const person = await addTestAccount(service, { email: "anything@example.org", hasPassword: true });
    expect((await provider.connectedAt(person.session)).ok).toEqual({ at: null });
    const { search, browser } = await connect(person.session, "mary");
    expect((await provider.finish(search, browser, person.session, loopbackVisitor)).ok).toEqual({
      next: "/profile#provider",
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

  test("an identity of another account is refused, and so is a second identity", async () => {
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
      /Test House ID identity is connected to another account/,
    );
    const second = await connect(one.session, "joan");
    await expectRefused(
      before,
      await provider.finish(second.search, second.browser, one.session, loopbackVisitor),
      /connected to another/,
    );
  });

  test("the connection fails when another account, or nobody, is signed in by then", async () => {
    const [one, two] = [await addTestAccount(service), await addTestAccount(service)];
    for (const session of [two.session, null]) {
      const { search, browser } = await connect(one.session, "joan");
      const before = await readAccountTables(service);
      await expectRefused(
        before,
        await provider.finish(search, browser, session, loopbackVisitor),
        /no longer signed in/,
      );
    }
  });

  test("the only way to sign in can't be disconnected", async () => {
    const person = await addTestAccount(service);
    await query("insert into account_identities values ($1, 'only', $2)", [house.settings.issuer, person.accountId]);
    expect((await provider.disconnect(person.session)).error?.message).toMatch(
      /only way to sign in, so it can't be removed/,
    );
  });
});
