import type { EmbeddedProvider, OpenedSession } from "#lib/embedded-service.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { requireAccount } from "#lib/service/auth/accounts.ts";
import { captureRefusal } from "#lib/service/auth/capture-refusal.ts";
import { getLastUsedMemberId } from "#lib/service/auth/memberships.ts";
import type { PasskeyDeps } from "#lib/service/auth/passkeys/passkey-sign-in.ts";
import { lockAccount, requireSignInMethodLeft } from "#lib/service/auth/require-sign-in-method-left.ts";
import { requireSignedInAccount } from "#lib/service/auth/require-signed-in.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";
import { requireRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";
import { beginSecondStep } from "#lib/service/auth/two-step/second-step.ts";
import { SecondStepRequiredError } from "#lib/service/auth/two-step/second-step-required-error.ts";
import { requiresTwoStepCode } from "#lib/service/auth/two-step/two-step-requirement.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { acceptInvitation as joinBy } from "#lib/service/members/accept-invitation.ts";
import type { OidcProviderSettings } from "./oidc-discovery.ts";
import { createOidcFlow, type OidcFlowDeps, type ProviderIdentity, type ProviderSignInPurpose } from "./oidc-flow.ts";

export type SingleSignOnDeps = PasskeyDeps & OidcFlowDeps;

type OidcEnv = Partial<
  Record<"OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET" | "OIDC_NAME", string | undefined>
>;

/** Creates single sign-on from the settings; null where they name no provider. */
export function createSingleSignOnFromEnv(named: OidcEnv, parts: SingleSignOnDeps): EmbeddedProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = named;
  if (!issuer || !clientId || !clientSecret) return null;
  return createSingleSignOn({ issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname }, parts);
}

/** Creates single sign-on by the operator's OpenID provider. */
export function createSingleSignOn(settings: OidcProviderSettings, parts: SingleSignOnDeps): EmbeddedProvider {
  const { pool, db, clock } = parts;
  const flow = createOidcFlow(settings, parts);
  const own = (session: OpenedSession) => requireSignedInAccount(db, session);
  const requireProven = async (session: OpenedSession) => {
    const me = await own(session);
    await requireRecentAuthentication(pool, me, clock);
    return me;
  };
  return {
    name: settings.name,
    begin: ({ next, invitation }, browser) =>
      captureRefusal(async () => ({ url: (await flow.begin({ next, invitation, accountId: null }, browser)).href })),
    beginConnect: (session, browser) =>
      captureRefusal(async () => {
        const { accountId } = await requireProven(session);
        const purpose = { next: "/profile#provider", invitation: null, accountId };
        return { url: (await flow.begin(purpose, browser)).href };
      }),
    finish: (search, browser, session, { device, address }) =>
      captureRefusal(async () => {
        const { identity, purpose } = await flow.finish(search, browser);
        const { next } = purpose;
        if (purpose.accountId !== null) {
          // A person who signed out or changed accounts meanwhile connects nothing.
          const me = session ? await own(session) : null;
          if (me?.accountId !== purpose.accountId) throw new Refusal("forbidden", notTheSame(settings.name));
          const { accountId, actor } = me;
          await inTransaction(pool, async (tx) => {
            await linkIdentity(tx, identity, accountId, settings.name, clock);
            await recordAuditEvent(tx, { type: "provider.connect", by: { ...actor, accountId, address } });
            await requireLiveKey(tx, actor.keyId);
          });
          return { next, session: null };
        }
        const signedIn = await inTransaction(pool, async (tx) => {
          const found = await findPerson(tx, identity, purpose);
          if (await requiresTwoStepCode(tx, found.accountId)) {
            const step = {
              ...found,
              way: "provider",
              passwordHash: await readPasswordHash(tx, found.accountId),
            } as const;
            return beginSecondStep(tx.client, step, clock);
          }
          const proof = { provedAt: clock.now(), twoFactor: false };
          const event = { type: "session.sign_in", method: "provider" } as const;
          return openAccountSession(tx, { ...found, way: "provider", device, proof, event, address }, clock);
        });
        if (typeof signedIn === "string") throw new SecondStepRequiredError(signedIn, next);
        return { next, session: signedIn };
      }),
    connectedAt: (session) =>
      captureRefusal(async () => {
        const { accountId } = await own(session);
        const at = await inTransaction(pool, (tx) => getProviderConnectedAt(tx, accountId, settings.issuer));
        return { at: at?.toISOString() ?? null };
      }),
    disconnect: (session) =>
      captureRefusal(async () => {
        const { accountId, actor } = await requireProven(session);
        return inTransaction(pool, async (tx) => {
          await lockAccount(tx, accountId);
          const disconnected = await unlinkIdentity(tx, accountId, settings.issuer);
          if (disconnected) {
            await requireSignInMethodLeft(tx, accountId, settings.issuer);
            const by = { ...actor, accountId, address: session.address };
            await recordAuditEvent(tx, { type: "provider.disconnect", by });
          }
          return { disconnected };
        });
      }),
  };

  async function readPasswordHash(tx: Tx, accountId: string): Promise<string | null> {
    return (await requireAccount(tx, accountId)).passwordHash;
  }

  async function findPerson(tx: Tx, identity: ProviderIdentity, { invitation }: ProviderSignInPurpose) {
    const known = await findAccountByIdentity(tx, identity);
    const accountId =
      known ??
      (await findAccountByVerifiedEmail(tx, identity, settings.name)) ??
      (await newAccount(tx, identity, invitation));
    if (known === null) await linkIdentity(tx, identity, accountId, settings.name, clock);
    if (invitation !== null) {
      const { name, email } = await requireAccount(tx, accountId);
      const { memberId } = await joinBy(tx, invitation, { accountId, name, email }, clock);
      return { accountId, memberId };
    }
    const memberId = await getLastUsedMemberId(tx, accountId);
    if (!memberId) throw new Refusal("forbidden", "Your account is no longer a member of any organization.");
    return { accountId, memberId };
  }

  /**
   * Creates an account; only an invitation permits this. The invitation is checked when it is used, in the same
   * transaction.
   */
  async function newAccount(tx: Tx, { email, name }: ProviderIdentity, invitation: string | null): Promise<string> {
    if (invitation === null) throw new Refusal("forbidden", notAMember(settings.name));
    if (email === null) throw new Refusal("forbidden", notConfirmed(settings.name));
    const id = clock.newId();
    const { rowCount } = await tx.client.query(
      "insert into accounts (id, email, name, created_at) values ($1, $2, $3, $4) on conflict do nothing",
      [id, email, name ?? email.split("@")[0], clock.now()],
    );
    // Two windows of one person may finish at the same moment.
    if (rowCount === 0)
      throw new Refusal("conflict", "Your account was just created in another window. Sign in again.");
    return id;
  }
}

const notAMember = (name: string) =>
  `${name} confirmed who you are, but you are not a member here. Ask an administrator for an invitation and open its link.`;
const notConfirmed = (name: string) =>
  `${name} has not verified your e-mail address. Join with a password instead. The invitation is still valid.`;
const notTheSame = (name: string) =>
  `The account that started connecting ${name} is no longer signed in. Nothing was changed. Start again on your profile.`;

/** Returns the account of an identity at the provider; null when there is none. */
async function findAccountByIdentity(tx: Tx, { issuer, subject }: ProviderIdentity): Promise<string | null> {
  const { rows } = await tx.client.query<{ account_id: string }>(
    // The row lock makes a concurrent reset that removes the identity end the session that this sign-in opens.
    "select account_id from account_identities where issuer = $1 and subject = $2 for share",
    [issuer, subject],
  );
  return rows[0]?.account_id ?? null;
}

/**
 * Returns the account with the confirmed e-mail address of a person's first sign-in. The address is enough only while
 * the account has no other sign-in method: an address typed at registration proves nothing. Otherwise the owner of the
 * address could take over the account of the person who typed it, or be led into that account.
 * @throws conflict when the account has another sign-in method.
 */
async function findAccountByVerifiedEmail(tx: Tx, identity: ProviderIdentity, name: string): Promise<string | null> {
  if (identity.email === null) return null;
  const { rows } = await tx.client.query<{ id: string; has_way: boolean }>(
    `select a.id, (a.password_hash is not null
        or exists (select 1 from passkeys p where p.account_id = a.id)
        or exists (select 1 from account_identities i where i.account_id = a.id)) as has_way
     from accounts a where lower(a.email) = lower($1) for update`,
    [identity.email],
  );
  const found = rows[0];
  if (!found) return null;
  if (!found.has_way) return found.id;
  throw new Refusal(
    "conflict",
    `An account with this e-mail address already exists. Sign in to it, then connect ${name} on your profile.`,
  );
}

/**
 * Links an account to an identity at the provider.
 * @throws conflict when the identity belongs to another account, or the account has another identity there.
 */
async function linkIdentity(
  tx: Tx,
  { issuer, subject }: ProviderIdentity,
  accountId: string,
  name: string,
  clock: Clock,
): Promise<void> {
  await lockAccount(tx, accountId);
  await tx.client.query(
    `insert into account_identities (issuer, subject, account_id, created_at) values ($1, $2, $3, $4)
     on conflict (issuer, subject) do nothing`,
    [issuer, subject, accountId, clock.now()],
  );
  const { rows } = await tx.client.query<{ subject: string; account_id: string }>(
    "select subject, account_id from account_identities where issuer = $1 and (subject = $2 or account_id = $3)",
    [issuer, subject, accountId],
  );
  if (rows.some((row) => row.account_id !== accountId)) {
    throw new Refusal("conflict", `Your ${name} identity is connected to another account here. Nothing was changed.`);
  }
  if (rows.length > 1) {
    throw new Refusal("conflict", `Your account is connected to another ${name} identity. Disconnect that one first.`);
  }
}

/**
 * Returns the time since when an account is linked to the provider; null when it is not. A slash at the end does not
 * distinguish two issuers.
 */
async function getProviderConnectedAt(tx: Pick<Tx, "client">, accountId: string, issuer: string): Promise<Date | null> {
  const { rows } = await tx.client.query<{ created_at: Date }>(
    `select created_at from account_identities where account_id = $1 and rtrim(issuer, '/') = rtrim($2, '/')`,
    [accountId, issuer],
  );
  return rows[0]?.created_at ?? null;
}

/** @returns false when there was no link. */
async function unlinkIdentity(tx: Tx, accountId: string, issuer: string): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    "delete from account_identities where account_id = $1 and rtrim(issuer, '/') = rtrim($2, '/')",
    [accountId, issuer],
  );
  return (rowCount ?? 0) > 0;
}
