import type { EmbeddedAccounts, EmbeddedPasskeys, EmbeddedTwoStep, OpenedSession } from "#lib/embed";
import { openTestService, type Sent, type TestService } from "#lib/service/http/testing";
import { makeAccounts } from "./accounts.ts";
import { makePasskeys } from "./passkeys.ts";
import { makeTwoStep } from "./two-step.ts";

export const strong = "correct horse battery staple lamp";
export const visitor = { device: "Chrome on Linux", address: "203.0.113.7" };

export type AccountService = {
  service: TestService;
  accounts: EmbeddedAccounts;
  passkeys: EmbeddedPasskeys;
  twoStep: EmbeddedTwoStep;
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Letters that were handed to the mail server. */
  letters: { to: string; text: string }[];
  /** A link's token into an organization. */
  invite: (key?: string, json?: unknown) => Promise<string>;
  /** A person who joined the first organization. */
  join: (email: string, token?: string) => Promise<OpenedSession>;
  call: (session: OpenedSession, method: string, path: string, sent?: Sent) => ReturnType<TestService["call"]>;
};

/** A service with accounts, as the dashboard is given them. */
export async function openAccountService(): Promise<AccountService> {
  const service = await openTestService({ sendsMail: true });
  const letters: AccountService["letters"] = [];
  service.context.sendLetter = async ({ to, text }) => {
    letters.push({ to: to.address, text });
    return { sent: true, why: null };
  };
  const parts = { ...service.context, flushKeys: service.http.flushKeys };
  const accounts = makeAccounts(parts);
  const invite: AccountService["invite"] = async (key = service.org.key, json = {}) => {
    const made = await service.call("POST", "/v1/invitations", { key, json });
    return new URL(made.wire.data.url).searchParams.get("token") ?? "";
  };
  return {
    ...{ service, accounts, letters, invite },
    passkeys: makePasskeys(service.context, null),
    twoStep: makeTwoStep(parts),
    query: async (text, values = []) => (await service.database.pool.query(text, values)).rows,
    async join(email, token) {
      const person = { name: "Grace Hopper", email, password: strong };
      const joined = await accounts.join(token ?? (await invite()), person, visitor);
      if (!joined.ok) throw new Error(joined.error.message);
      return joined.ok;
    },
    call: (session, method, path, sent = {}) =>
      service.call(method, path, {
        ...sent,
        key: session.key,
        headers: { ...sent.headers, "x-postwright-session": session.sessionId },
      }),
  };
}
