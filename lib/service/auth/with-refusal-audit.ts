import type { AuditEventType, AuthenticationMethod } from "#lib/contract/resources/audit-event-types.ts";
import type { AccountResult, EmbeddedService, OpenedSession, Visitor } from "#lib/embedded-service.ts";
import { hashToken } from "#lib/service/api-keys/api-key-token.ts";
import { type AuditActor, type AuditEvent, recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Context } from "#lib/service/core/context.ts";
import { findAccount } from "./accounts.ts";

type RefusalAuditDeps = Pick<Context, "pool" | "db">;
type AuditedServices = Pick<EmbeddedService, "accounts" | "passkeys" | "twoStep" | "provider" | "apps" | "setup">;

const nobody: AuditActor = { orgId: null, memberId: null };

/**
 * Wraps the services for sign-in and credentials so that each refusal is written to the audit log. A success is written
 * in the transaction of the change itself; a refusal can't be, because its transaction is rolled back.
 */
export function withRefusalAudit<T extends AuditedServices>(doors: T, parts: RefusalAuditDeps): T {
  const { pool } = parts;
  const record = (event: AuditEvent) => recordAuditEvent(pool, { ...event, outcome: "refused" });

  /** Records a refused sign-in. A pending second step is not a refusal. */
  async function signedIn<A extends AccountResult<unknown>>(
    method: AuthenticationMethod,
    { address }: Visitor,
    answer: A,
    whose: () => Promise<AuditActor> = async () => nobody,
  ): Promise<A> {
    if (!answer.error || answer.error.code === "second_step_required") return answer;
    // A throttled attempt writes no row, only the log line.
    const by = answer.error.code === "rate_limited" ? nobody : await whose();
    const reason = answer.error.code === "unauthorized" ? "wrong_password" : answer.error.code;
    await record({ type: "session.sign_in", by: { ...by, address }, method, reason });
    return answer;
  }

  /**
   * Records a refused change by a signed-in person. The person is read before the change, which may end the session.
   */
  async function changed<A extends AccountResult<unknown>>(
    type: AuditEventType,
    session: OpenedSession,
    work: () => Promise<A>,
    more: Partial<AuditEvent> = {},
  ): Promise<A> {
    const by = await readBy(parts, session);
    const answer = await work();
    if (answer.error) await record({ type, by, reason: answer.error.code, ...more });
    return answer;
  }

  const { accounts, passkeys, twoStep, provider, apps } = doors;
  const accountOf = (email: string) => async () => {
    const canBe = email.length <= 254 && !email.includes("\0");
    const account = canBe ? await findAccount(parts.db, email) : null;
    return { ...nobody, accountId: account?.id ?? null };
  };
  return {
    ...doors,
    accounts: {
      ...accounts,
      signIn: async (input, visitor) =>
        signedIn("password", visitor, await accounts.signIn(input, visitor), accountOf(input.email)),
      join: async (token, person, visitor) =>
        signedIn("invitation", visitor, await accounts.join(token, person, visitor)),
      joinAs: async (session, token, visitor) => {
        const by = await readBy(parts, session);
        return signedIn("invitation", visitor, await accounts.joinAs(session, token, visitor), async () => by);
      },
      switchMember: (session, memberId, visitor) =>
        changed("session.switch", { ...session, address: visitor.address }, () =>
          accounts.switchMember(session, memberId, visitor),
        ),
      setPassword: (session, input, visitor) =>
        changed("password.set", { ...session, address: visitor.address }, () =>
          accounts.setPassword(session, input, visitor),
        ),
      askReset(email, visitor) {
        accounts.askReset(email, visitor);
        // The caller does not wait: the duration would reveal which addresses have an account.
        void accountOf(email)()
          .then((by) =>
            recordAuditEvent(pool, { type: "password.request_reset", by: { ...by, address: visitor.address } }),
          )
          .catch(() => undefined);
      },
      reset: async (token, input, visitor) => {
        const { rows } = await pool.query<{ account_id: string }>(
          "select account_id from password_resets where token_hash = $1",
          [hashToken(token.slice(0, 200))],
        );
        const answer = await accounts.reset(token, input, visitor);
        const by = { ...nobody, accountId: rows[0]?.account_id ?? null, address: visitor.address };
        if (answer.error) await record({ type: "password.reset", by, reason: answer.error.code });
        return answer;
      },
    },
    passkeys: {
      ...passkeys,
      signIn: async (input, visitor) => signedIn("passkey", visitor, await passkeys.signIn(input, visitor)),
      add: (session, input) => changed("passkey.add", session, () => passkeys.add(session, input)),
      remove: (session, id) =>
        changed("passkey.remove", session, () => passkeys.remove(session, id), { target: { type: "passkey", id } }),
      restore: (session, undo) => changed("passkey.restore", session, () => passkeys.restore(session, undo)),
    },
    twoStep: {
      ...twoStep,
      finish: async (ticket, code, visitor) =>
        signedIn("second_factor", visitor, await twoStep.finish(ticket, code, visitor)),
    },
    provider: provider && {
      ...provider,
      finish: async (search, browser, session, visitor) =>
        signedIn("provider", visitor, await provider.finish(search, browser, session, visitor)),
      disconnect: (session) => changed("provider.disconnect", session, () => provider.disconnect(session)),
    },
    apps: apps && {
      ...apps,
      allow: (session, input, visitor) =>
        changed("key.create", { ...session, address: visitor.address }, () => apps.allow(session, input, visitor)),
    },
    async setup(input, visitor) {
      const answer = await doors.setup(input, visitor);
      if ("error" in answer) {
        const by = { ...nobody, address: visitor.address };
        await record({ type: "session.sign_in", by, method: "setup", reason: answer.error.code });
      }
      return answer;
    },
  };
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the member of an open session, or nobody for a closed one. */
async function readBy({ pool }: RefusalAuditDeps, { sessionId, address }: OpenedSession): Promise<AuditActor> {
  if (!uuidForm.test(sessionId)) return { ...nobody, address };
  const { rows } = await pool.query<{ org: string; member: string; account: string | null; key: string }>(
    `select m.org_id as org, m.id as member, s.account_id as account, s.key_id as key
     from sessions s join api_keys k on k.id = s.key_id join members m on m.id = k.member_id
     where s.id = $1 and s.closed_at is null`,
    [sessionId],
  );
  const [row] = rows;
  if (!row) return { ...nobody, address };
  return { orgId: row.org, memberId: row.member, accountId: row.account, sessionId, keyId: row.key, address };
}
