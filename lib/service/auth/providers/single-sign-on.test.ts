import { afterAll, describe, expect, test } from "vitest";
import { providerCallbackPath } from "#lib/embedded-service.ts";
import { startOidcProvider } from "#lib/service/auth/testing/oidc-provider.ts";
import {
  createBrowserSecret,
  openSingleSignOnFixture,
  providerUsers,
} from "#lib/service/auth/testing/single-sign-on-fixture.ts";
import { addTestAccount, loopbackVisitor, readAccountTables } from "#lib/service/auth/testing/test-account.ts";
import { testOrigin } from "#lib/service/http/testing/test-service.ts";
import { findFreePort } from "#lib/testing/free-port.ts";
import { createSingleSignOn } from "./single-sign-on.ts";

const { service, house, provider, query, signIn, invite, expectRefused, close } = await openSingleSignOnFixture();
afterAll(() => close());

describe("signing in at the provider", () => {
  test("a known person gets a session of their own account on the page they asked for", async () => {
    const person = await addTestAccount(service, { email: "Grace@Example.org" });
    const { ok } = await signIn("grace");
    expect(ok?.next).toBe("/posts");
    expect(await query("select account_id, way from sessions where id = $1", [ok?.session?.sessionId])).toEqual([
      { account_id: person.accountId, way: "provider" },
    ]);
    // From now on issuer and subject identify the account, whatever the address is.
    await query("update accounts set email = 'elsewhere@example.org' where id = $1", [person.accountId]);
    expect((await signIn("grace")).ok?.session).toBeDefined();
    expect(
      await query("select issuer, subject from account_identities where account_id = $1", [person.accountId]),
    ).toEqual([{ issuer: house.settings.issuer, subject: "grace" }]);
  });

  test("the request has PKCE, state and nonce, and contains nothing about the person", async () => {
    const { ok } = await provider.begin(
      { next: "/posts?secret=1", invitation: "token-of-an-invitation" },
      createBrowserSecret(),
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

  test("a person who is no member is refused and learns to ask an administrator", async () => {
    const before = await readAccountTables(service);
    await expectRefused(before, await signIn("alan"), /not a member here\. Ask an administrator for an invitation/);
  });

  test("a person with an invitation is admitted once", async () => {
    const invitation = await invite();
    const { ok } = await signIn("alan", { invitation });
    const me = await service.call("GET", "/v1/me", {
      key: ok?.session?.key,
      headers: { "x-postwright-session": ok?.session?.sessionId ?? "" },
    });
    expect(me.wire.data.membership).toMatchObject({ name: "Alan Turing", email: "alan@example.org", role: "member" });
    const before = await readAccountTables(service);
    await expectRefused(before, await signIn("joan", { invitation }), /already used/);
    expect((await signIn("alan")).ok?.session).toBeDefined();
  });

  test("an address that the provider has not verified uses up no invitation", async () => {
    const invitation = await invite();
    const before = await readAccountTables(service);
    await expectRefused(before, await signIn("mallory", { invitation }), /has not verified your e-mail address/);
    await expectRefused(before, await signIn("liar", { invitation }), /has not verified your e-mail address/);
  });

  test("a member whose last organization deactivated them is refused", async () => {
    await addTestAccount(service, { email: "joan@example.org", isMember: false });
    const before = await readAccountTables(service);
    await expectRefused(before, await signIn("joan"), /no longer a member of any organization/);
  });
});

describe("a provider that refuses or fails", () => {
  test("a person who declined at the provider gets a sentence that says so", async () => {
    const before = await readAccountTables(service);
    await expectRefused(before, await signIn("alan", { declines: true }), /the request was declined at Test House ID/);
  });

  test("an unreachable provider is reported and tried again on the next sign-in", async () => {
    // The port is below the range for outgoing connections, so that it is free when the provider starts again.
    const port = await findFreePort();
    const other = await startOidcProvider(`${testOrigin}${providerCallbackPath}`, providerUsers, port);
    await other.stop();
    const down = createSingleSignOn(other.settings, service.context);
    const sentence = /^Test House ID can't be reached right now\. Sign in another way/;
    expect((await down.begin({ next: "/", invitation: null }, createBrowserSecret())).error?.message).toMatch(sentence);
    const again = await startOidcProvider(`${testOrigin}${providerCallbackPath}`, providerUsers, port);
    try {
      expect((await down.begin({ next: "/", invitation: null }, createBrowserSecret())).ok?.url).toContain(
        other.settings.issuer,
      );
    } finally {
      await again.stop();
    }
    // The provider's metadata is cached: people are redirected there, and its failure shows when they come back.
    const browser = createBrowserSecret();
    const { ok } = await down.begin({ next: "/", invitation: null }, browser);
    const search = new URLSearchParams({
      code: "any",
      iss: other.settings.issuer,
      state: new URL(ok?.url ?? "").searchParams.get("state") ?? "",
    });
    expect((await down.finish(`?${search}`, browser, null, loopbackVisitor)).error?.message).toMatch(sentence);
  });

  test("a provider with another issuer than the configured one is refused", async () => {
    const settings = { ...house.settings, issuer: `${house.settings.issuer}/realms/other` };
    const wrong = createSingleSignOn(settings, service.context);
    expect((await wrong.begin({ next: "/", invitation: null }, createBrowserSecret())).error?.code).toBe("unavailable");
  });
});
