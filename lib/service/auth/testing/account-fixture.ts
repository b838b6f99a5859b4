import type { EmbeddedAccounts, EmbeddedPasskeys, EmbeddedTwoStep, OpenedSession } from "#lib/embedded-service.ts";
import { createAccountService } from "#lib/service/auth/account-service.ts";
import { createPasskeyService } from "#lib/service/auth/passkeys/passkey-service.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";
import { createTwoStepService } from "#lib/service/auth/two-step/two-step-service.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { openTestService, type TestRequest, type TestService } from "#lib/service/http/testing/test-service.ts";

export const strongPassword = "correct horse battery staple lamp";
export const testVisitor = { device: "Chrome on Linux", address: "203.0.113.7" };

export type AccountFixture = {
  service: TestService;
  accounts: EmbeddedAccounts;
  passkeys: EmbeddedPasskeys;
  twoStep: EmbeddedTwoStep;
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** E-mails that were sent. */
  letters: { to: string; text: string }[];
  /** Returns the token of an invitation link. */
  invite: (key?: string, json?: unknown) => Promise<string>;
  /** Adds a person to the first organization. */
  join: (email: string, token?: string) => Promise<OpenedSession>;
  /** Signs a member in with an account and creates the account if there is none. */
  signInMember: (memberId: string) => Promise<OpenedSession>;
  call: (session: OpenedSession, method: string, path: string, sent?: TestRequest) => ReturnType<TestService["call"]>;
};

/** Opens a service with accounts, as the dashboard uses it. */
export async function openAccountFixture(): Promise<AccountFixture> {
  const service = await openTestService({ sendsMail: true });
  const letters: AccountFixture["letters"] = [];
  service.context.sendEmail = async ({ to, text }) => {
    letters.push({ to: to.address, text });
    return { sent: true, why: null };
  };
  const parts = { ...service.context, flushKeys: service.http.flushKeys, issuer: null };
  const accounts = createAccountService(parts);
  const invite: AccountFixture["invite"] = async (key = service.org.key, json = {}) => {
    const made = await service.call("POST", "/v1/invitations", { key, json });
    return new URL(made.wire.data.url).searchParams.get("token") ?? "";
  };
  return {
    service,
    accounts,
    letters,
    invite,
    passkeys: createPasskeyService(service.context, null),
    twoStep: createTwoStepService(parts),
    query: async (text, values = []) => (await service.database.pool.query(text, values)).rows,
    async join(email, token) {
      const person = { name: "Grace Hopper", email, password: strongPassword };
      const joined = await accounts.join(token ?? (await invite()), person, testVisitor);
      if (!joined.ok) throw new Error(joined.error.message);
      return joined.ok;
    },
    signInMember: (memberId) =>
      inTransaction(service.database.pool, async (tx) => {
        const { rows } = await tx.client.query<{ account_id: string | null }>(
          "select account_id from members where id = $1",
          [memberId],
        );
        const accountId = rows[0]?.account_id ?? service.clock.newId();
        await tx.client.query(
          "insert into accounts (id, email, name) values ($1::uuid, $1::uuid::text || '@example.org', 'Person') on conflict do nothing",
          [accountId],
        );
        await tx.client.query("update members set account_id = $2 where id = $1", [memberId, accountId]);
        const proof = { provedAt: service.clock.now(), twoFactor: false };
        const { device, address } = testVisitor;
        const event = { type: "session.sign_in", method: "password" } as const;
        const opened = { accountId, memberId, way: "password", device, proof, event, address } as const;
        return openAccountSession(tx, opened, service.clock);
      }),
    call: (session, method, path, sent = {}) =>
      service.call(method, path, {
        ...sent,
        key: session.key,
        headers: { ...sent.headers, "x-postwright-session": session.sessionId },
      }),
  };
}
