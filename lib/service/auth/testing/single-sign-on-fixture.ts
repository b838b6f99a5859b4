import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { EmbeddedProvider, OpenedSession } from "#lib/embedded-service.ts";
import { providerCallbackPath } from "#lib/embedded-service.ts";
import { createSingleSignOn } from "#lib/service/auth/providers/single-sign-on.ts";
import { openTestService, testOrigin } from "#lib/service/http/testing/test-service.ts";
import { signInAtOidcProvider, startOidcProvider } from "./oidc-provider.ts";
import { loopbackVisitor, readAccountTables } from "./test-account.ts";

export const providerUsers = {
  grace: { email: "grace@example.org", email_verified: true, name: "Grace Hopper" },
  mallory: { email: "victim@example.org", email_verified: false, name: "Mallory" },
  liar: { email: "victim@example.org", email_verified: "true", name: "Liar" },
  owner: { email: "typed@example.org", email_verified: true, name: "Who holds the address" },
  alan: { email: "alan@example.org", email_verified: true, name: "Alan Turing" },
  joan: { email: "joan@example.org", email_verified: true },
  mary: { email: "mary@example.org", email_verified: true, name: "Mary" },
};

type SignInOptions = {
  invitation?: string | null;
  browser?: string;
  /** Changes the provider's URL before the browser opens it. */
  tamper?: (url: URL) => void;
  declines?: boolean;
};

export const createBrowserSecret = () => randomBytes(32).toString("base64url");

/** Opens a service with a provider, and functions that act as browsers. */
export async function openSingleSignOnFixture() {
  const [service, house] = await Promise.all([
    openTestService(),
    startOidcProvider(`${testOrigin}${providerCallbackPath}`, providerUsers),
  ]);
  const provider = createSingleSignOn(house.settings, service.context);
  async function goThere(
    login: string,
    { invitation = null, browser = createBrowserSecret(), tamper, declines = false }: SignInOptions = {},
  ) {
    const begun = await provider.begin({ next: "/posts", invitation }, browser);
    const url = new URL(begun.ok?.url ?? "");
    tamper?.(url);
    return { browser, search: await signInAtOidcProvider(url.href, login, { declines }) };
  }
  return {
    service,
    house,
    provider,
    goThere,
    query: async (text: string, values: unknown[] = []) => (await service.database.pool.query(text, values)).rows,
    async signIn(login: string, way: SignInOptions = {}) {
      const { search, browser } = await goThere(login, way);
      return provider.finish(search, browser, null, loopbackVisitor);
    },
    async connect(session: OpenedSession, login: string) {
      const browser = createBrowserSecret();
      const { ok } = await provider.beginConnect(session, browser);
      return { browser, search: await signInAtOidcProvider(ok?.url ?? "", login) };
    },
    async invite(): Promise<string> {
      const { wire } = await service.call("POST", "/v1/invitations", { key: service.org.key, json: {} });
      return new URL(wire.data.url).searchParams.get("token") ?? "";
    },
    /** Expects that nobody is signed in, nothing has changed, and a sentence gives the reason. */
    async expectRefused(before: string, answer: Awaited<ReturnType<EmbeddedProvider["finish"]>>, sentence: RegExp) {
      expect(answer.ok).toBeUndefined();
      expect(answer.error?.message).toMatch(sentence);
      expect(await readAccountTables(service)).toBe(before);
    },
    close: () => Promise.all([service.close(), house.stop()]),
  };
}
