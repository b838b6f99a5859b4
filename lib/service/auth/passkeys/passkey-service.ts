import type { EmbeddedPasskeys, OpenedSession, Passkey } from "#lib/embedded-service.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { requireAccount } from "#lib/service/auth/accounts.ts";
import { captureRefusal } from "#lib/service/auth/capture-refusal.ts";
import { consumePendingAuthChallenge, createPendingAuthChallenge } from "#lib/service/auth/pending-auth-challenge.ts";
import { lockAccount, requireSignInMethodLeft } from "#lib/service/auth/require-sign-in-method-left.ts";
import { requireSignedInAccount } from "#lib/service/auth/require-signed-in.ts";
import { recordAuthentication, requireRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { PasskeyRegistration } from "./passkey-schemas.ts";
import {
  createPasskeySignIn,
  loadWebAuthn,
  type PasskeyDeps,
  passkeyTimeoutMs,
  requireOwnOrigin,
  toUserHandle,
} from "./passkey-sign-in.ts";

/** The most passkeys of one account; below, the most characters of a name. */
const passkeysMax = 20;
const nameMax = 60;
/** Ms in which a removed passkey can be restored. */
const undoMs = 5 * 60_000;

type Row = { id: string; name: string; created_at: Date; last_used_at: Date | null };
const columns = "id, name, created_at, last_used_at";

/** Creates the passkey service. @param issuer the sign-in provider, which counts as another sign-in method */
export function createPasskeyService(parts: PasskeyDeps, issuer: string | null): EmbeddedPasskeys {
  const { pool, db, clock } = parts;
  const { origin } = parts.settings;
  /** Returns the account of a session with a recent proof of identity. */
  const requireProven = async (session: OpenedSession) => {
    const me = await requireSignedInAccount(db, session);
    await requireRecentAuthentication(pool, me, clock);
    const { accountId, actor } = me;
    const by = { ...actor, accountId, address: session.address };
    /** Records a change of the account's passkeys, as the last step of the change. */
    const record = (tx: Tx, action: "add" | "remove" | "restore", { id, name }: { id: string; name: string }) =>
      recordAuditEvent(tx, { type: `passkey.${action}`, by, target: { type: "passkey", id, name } });
    return { accountId, sessionId: me.sessionId, keyId: actor.keyId, record };
  };
  return {
    ...createPasskeySignIn(parts),
    list: (session) =>
      captureRefusal(async () => {
        const { accountId } = await requireSignedInAccount(db, session);
        const { rows } = await pool.query<Row>(
          `select ${columns} from passkeys where account_id = $1 order by created_at, id`,
          [accountId],
        );
        return rows.map(present);
      }),
    begin: (session, name) =>
      captureRefusal(async () => {
        parsePasskeyName(name);
        const { accountId } = await requireProven(session);
        const account = await requireAccount(db, accountId);
        const { rows } = await pool.query<{ id: string; transports: string[] }>(
          "select credential_id as id, transports from passkeys where account_id = $1",
          [accountId],
        );
        if (rows.length >= passkeysMax) throw new Refusal("conflict", tooMany);
        const { generateRegistrationOptions } = await loadWebAuthn();
        const options = await generateRegistrationOptions({
          rpName: "Postwright",
          rpID: new URL(origin).hostname,
          userID: new Uint8Array(toUserHandle(accountId)),
          userName: account.email,
          userDisplayName: account.name,
          attestationType: "none",
          timeout: passkeyTimeoutMs,
          excludeCredentials: rows,
          // A discoverable credential names its account itself, and only to this origin.
          authenticatorSelection: { residentKey: "required", userVerification: "required" },
        });
        const data = { challenge: options.challenge };
        return {
          challenge: await createPendingAuthChallenge(
            pool,
            { kind: "new-passkey", accountId, data },
            passkeyTimeoutMs,
            clock,
          ),
          options,
        };
      }),
    add: (session, input) =>
      captureRefusal(async () => {
        const { accountId, sessionId, keyId, record } = await requireProven(session);
        const parsed = PasskeyRegistration.safeParse(input);
        if (!parsed.success) throw new Refusal("invalid_request", notAdded);
        const { challenge: id, response } = parsed.data;
        const name = parsePasskeyName(parsed.data.name);
        const stored = await consumePendingAuthChallenge(pool, { id, kind: "new-passkey", accountId }, clock);
        if (!stored) throw new Refusal("conflict", "This request expired or was already used. Add the passkey again.");
        requireOwnOrigin(response.response.clientDataJSON, origin);
        const credential = await verifyRegistration(origin, String(stored["challenge"]), response);
        return inTransaction(pool, async (tx) => {
          await requirePasskeyCapacity(tx, accountId);
          const { rows } = await tx.client.query<Row>(
            `insert into passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning ${columns}`,
            [
              ...[clock.newId(), accountId, credential.id, Buffer.from(credential.publicKey), credential.counter],
              ...[response.response.transports, name, clock.now()],
            ],
          );
          if (!rows[0]) throw new Refusal("conflict", "This passkey is already on your account. Nothing was added.");
          // The authenticator verified its user, so this session has shown a second factor.
          await recordAuthentication(tx.client, sessionId, { twoFactor: true, now: clock.now() });
          await record(tx, "add", rows[0]);
          await requireLiveKey(tx, keyId);
          return present(rows[0]);
        });
      }),
    rename: (session, id, name) =>
      captureRefusal(async () => {
        const { accountId } = await requireSignedInAccount(db, session);
        const { rows } = await pool.query<Row>(
          `update passkeys set name = $3 where id::text = $1 and account_id = $2 returning ${columns}`,
          [id, accountId, parsePasskeyName(name)],
        );
        if (!rows[0]) throw createPasskeyNotFoundRefusal();
        return present(rows[0]);
      }),
    remove: (session, id) =>
      captureRefusal(async () => {
        const { accountId, record } = await requireProven(session);
        return inTransaction(pool, async (tx) => {
          await lockAccount(tx, accountId);
          const { rows } = await tx.client.query<{ kept: Record<string, unknown> }>(
            "delete from passkeys where id::text = $1 and account_id = $2 returning to_jsonb(passkeys) as kept",
            [id, accountId],
          );
          const data = rows[0]?.kept;
          if (!data) throw createPasskeyNotFoundRefusal();
          await requireSignInMethodLeft(tx, accountId, issuer);
          await record(tx, "remove", { id, name: String(data["name"]) });
          // The response has a public key and nothing secret.
          return {
            undo: await createPendingAuthChallenge(
              tx.client,
              { kind: "removed-passkey", accountId, data },
              undoMs,
              clock,
            ),
          };
        });
      }),
    restore: (session, undo) =>
      captureRefusal(async () => {
        const { accountId, keyId, record } = await requireProven(session);
        return inTransaction(pool, async (tx) => {
          await requirePasskeyCapacity(tx, accountId);
          const stored = await consumePendingAuthChallenge(
            tx.client,
            { id: undo, kind: "removed-passkey", accountId },
            clock,
          );
          if (!stored) throw new Refusal("conflict", "This removal is too old to undo. Add the passkey again.");
          const { rows } = await tx.client.query<Row>(
            `insert into passkeys select * from jsonb_populate_record(null::passkeys, $1)
             on conflict (credential_id) do nothing returning ${columns}`,
            [JSON.stringify(stored)],
          );
          if (!rows[0]) throw createPasskeyNotFoundRefusal();
          await record(tx, "restore", rows[0]);
          await requireLiveKey(tx, keyId);
          return present(rows[0]);
        });
      }),
  };
}

const notAdded = "The passkey was not accepted. Nothing was added. Try again.";
const tooMany = `You have ${passkeysMax} passkeys, the maximum. Remove one that you no longer use.`;
const createPasskeyNotFoundRefusal = () =>
  new Refusal("not_found", "The passkey was not found. It may have been removed in another window.");

const present = ({ id, name, created_at, last_used_at }: Row): Passkey => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

/** Parses a name: one line of 1 to 60 characters. */
function parsePasskeyName(text: string): string {
  const name = text
    .slice(0, 1_000)
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  if (name !== "" && name.length <= nameMax && text.length <= 1_000) return name;
  throw new Refusal("invalid_request", `Give the passkey a name of 1 to ${nameMax} characters.`, "name");
}

async function requirePasskeyCapacity(tx: Tx, accountId: string): Promise<void> {
  await lockAccount(tx, accountId);
  const { rows } = await tx.client.query<{ n: number }>(
    "select count(*)::int as n from passkeys where account_id = $1",
    [accountId],
  );
  if ((rows[0]?.n ?? 0) >= passkeysMax) throw new Refusal("conflict", tooMany);
}

async function verifyRegistration(
  origin: string,
  expectedChallenge: string,
  response: Parameters<Awaited<ReturnType<typeof loadWebAuthn>>["verifyRegistrationResponse"]>[0]["response"],
) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    });
    if (verified) return registrationInfo.credential;
  } catch {
    // Whatever the fault is, the person can only try again.
  }
  throw new Refusal("invalid_request", notAdded);
}
