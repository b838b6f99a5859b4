import type { AuditMethod, AuditType } from "#lib/contract/audit-types";
import type { AccountAnswer, Embedded, OpenedSession, Visitor } from "#lib/embed";
import { type AuditBy, type AuditEvent, recordAudit } from "#lib/service/audit/record-audit";
import type { Context } from "#lib/service/context";
import { hashKey } from "#lib/service/keys/make-key";
import { findAccount } from "./need-account.ts";

type Parts = Pick<Context, "pool" | "db">;
type Doors = Pick<
  Embedded,
  "accounts" | "passkeys" | "twoStep" | "provider" | "openSession" | "closeSession" | "setup"
>;

const nobody: AuditBy = { orgId: null, memberId: null };

/**
 * The same doors of signing in and of credentials, which write each success and each refusal into the audit log. They are
 * wrapped here and not where each is done, so that a new way in can't leave one out.
 */
export function withAudit<T extends Doors>(doors: T, parts: Parts): T {
  const { pool } = parts;
  const of = (session: OpenedSession | string) => readBy(parts, session);
  const record = (event: AuditEvent) => recordAudit(pool, event);

  /** Records what came of a sign-in. A second step that is still open is neither a success nor a refusal. */
  async function signedIn<A extends AccountAnswer<OpenedSession | null>>(
    method: AuditMethod,
    { address }: Visitor,
    answer: A,
    whose: () => Promise<AuditBy> = async () => nobody,
  ): Promise<A> {
    if (answer.ok) {
      const by = { ...(await of(answer.ok)), address };
      await record({ type: "session.sign_in", by, method });
    } else if (answer.error && answer.error.code !== "second_step_required") {
      // Whoever is slowed down writes no more rows: the line alone.
      const by = answer.error.code === "rate_limited" ? nobody : await whose();
      await record({
        ...{ type: "session.sign_in", outcome: "refused", by: { ...by, address }, method },
        reason: answer.error.code === "unauthorized" ? "wrong_password" : answer.error.code,
      });
    }
    return answer;
  }

  /** Records what came of a change that a signed-in person made. Who it is is read before: it may end the session. */
  async function changed<A extends AccountAnswer<unknown>>(
    type: AuditType,
    session: OpenedSession,
    work: () => Promise<A>,
    more: (answer: A) => Partial<AuditEvent> | null = () => ({}),
  ): Promise<A> {
    const by = await of(session);
    const answer = await work();
    const reason = answer.error?.code;
    const said = answer.error ? {} : more(answer);
    if (said) await record({ type, by, ...(reason && { outcome: "refused", reason }), ...said });
    return answer;
  }

  const { accounts, passkeys, twoStep, provider } = doors;
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
        const by = await of(session);
        return signedIn("invitation", visitor, await accounts.joinAs(session, token, visitor), async () => by);
      },
      switchMember: (session, memberId, visitor) =>
        changed("session.switch", { ...session, address: visitor.address }, () =>
          accounts.switchMember(session, memberId, visitor),
        ),
      createOrganization: async (session, name, visitor) => {
        const answer = await accounts.createOrganization(session, name, visitor);
        if (answer.ok) {
          const by = { ...(await of(answer.ok)), address: visitor.address };
          await record({ type: "organization.create", by, target: { type: "organization", id: by.orgId, name } });
        }
        return answer;
      },
      setPassword: (session, input, visitor) =>
        changed("password.set", { ...session, address: visitor.address }, () =>
          accounts.setPassword(session, input, visitor),
        ),
      askReset(email, visitor) {
        accounts.askReset(email, visitor);
        // Nobody waits for it: how long it takes would tell who has an account.
        void accountOf(email)()
          .then((by) => record({ type: "password.request_reset", by: { ...by, address: visitor.address } }))
          .catch(() => undefined);
      },
      reset: async (token, password, visitor) => {
        const { rows } = await pool.query<{ account_id: string }>(
          "select account_id from password_resets where token_hash = $1",
          [hashKey(token.slice(0, 200))],
        );
        const answer = await accounts.reset(token, password, visitor);
        const by = { ...nobody, accountId: rows[0]?.account_id ?? null, address: visitor?.address ?? null };
        const refused = answer.error && ({ outcome: "refused", reason: answer.error.code } as const);
        await record({ type: "password.reset", by, ...refused });
        return answer;
      },
    },
    passkeys: {
      ...passkeys,
      signIn: async (input, visitor) => signedIn("passkey", visitor, await passkeys.signIn(input, visitor)),
      add: (session, input) =>
        changed(
          "passkey.add",
          session,
          () => passkeys.add(session, input),
          ({ ok }) => passkeyTarget(ok),
        ),
      remove: (session, id) =>
        changed(
          "passkey.remove",
          session,
          () => passkeys.remove(session, id),
          () => passkeyTarget({ id }),
        ),
      restore: (session, undo) =>
        changed(
          "passkey.restore",
          session,
          () => passkeys.restore(session, undo),
          ({ ok }) => passkeyTarget(ok),
        ),
    },
    twoStep: {
      ...twoStep,
      finish: async (ticket, code, visitor) =>
        signedIn("second_factor", visitor, await twoStep.finish(ticket, code, visitor)),
    },
    provider: provider && {
      ...provider,
      async finish(search, browser, session, visitor) {
        const by = session && (await of(session));
        const answer = await provider.finish(search, browser, session, visitor);
        const opened = answer.ok?.session;
        if (answer.ok && !opened && by) {
          await record({ type: "provider.connect", by: { ...by, address: visitor.address } });
        } else {
          await signedIn("provider", visitor, answer.ok ? { ok: opened ?? null } : answer);
        }
        return answer;
      },
      disconnect: (session) =>
        changed(
          "provider.disconnect",
          session,
          () => provider.disconnect(session),
          ({ ok }) => (ok?.disconnected ? {} : null),
        ),
    },
    async openSession(key, device, address) {
      const sessionId = await doors.openSession(key, device, address);
      if (sessionId !== null) {
        const by = { ...(await of(sessionId)), ...(address !== undefined && { address }) };
        await record({ type: "session.sign_in", by, method: "key" });
      }
      return sessionId;
    },
    async closeSession(sessionId) {
      const by = await of(sessionId);
      await doors.closeSession(sessionId);
      if (by.memberId !== null) await record({ type: "session.sign_out", by });
    },
    async setup(input, visitor) {
      const answer = await doors.setup(input, visitor);
      if ("error" in answer) {
        const by = { ...nobody, address: visitor.address };
        await record({ type: "session.sign_in", by, outcome: "refused", method: "setup", reason: answer.error.code });
        return answer;
      }
      const by = { ...(await of(answer.ok.session)), address: visitor.address };
      const target = { type: "organization", id: by.orgId, name: input.organization } as const;
      await record({ type: "organization.create", by, method: "setup", target });
      return answer;
    },
  };
}

const passkeyTarget = (passkey: { id: string; name?: string } | undefined): Partial<AuditEvent> =>
  passkey ? { target: { type: "passkey", ...passkey } } : {};

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whom an open session stands for. Nobody is known where it is closed. */
async function readBy({ pool }: Parts, session: OpenedSession | string): Promise<AuditBy> {
  const { sessionId, address } = typeof session === "string" ? { sessionId: session, address: null } : session;
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
