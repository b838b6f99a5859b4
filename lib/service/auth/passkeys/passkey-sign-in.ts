import type { AuthenticatorTransport } from "@simplewebauthn/server";
import type * as z from "zod";
import type { AccountResult, EmbeddedPasskeys, OpenedSession, PasskeyChallenge } from "#lib/embedded-service.ts";
import { captureRefusal } from "#lib/service/auth/capture-refusal.ts";
import { getLastUsedMemberId } from "#lib/service/auth/memberships.ts";
import { consumePendingAuthChallenge, createPendingAuthChallenge } from "#lib/service/auth/pending-auth-challenge.ts";
import { openAccountSession } from "#lib/service/auth/sessions/open-session.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { getClientDataOrigin, PasskeyAssertion } from "./passkey-schemas.ts";

/** Ms in which a passkey must answer. */
export const passkeyTimeoutMs = 5 * 60_000;

/** Loads the library at the first use: its certificates and encoders would slow down every start. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

export type PasskeyDeps = Pick<Context, "pool" | "db" | "clock" | "log" | "settings">;

const notAccepted = "The passkey was not accepted, so you are not signed in. Try again, or sign in another way.";
const unknownPasskey = "This server doesn't know the passkey. It may have been removed. Sign in another way.";

type Row = {
  id: string;
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
};

/** Creates the sign-in by a passkey that names its account itself. */
export function createPasskeySignIn(parts: PasskeyDeps): Pick<EmbeddedPasskeys, "beginSignIn" | "signIn"> {
  const { pool, clock } = parts;
  return {
    beginSignIn: () => createPasskeyRequest(parts, null),
    signIn: (input, { device, address }): Promise<AccountResult<OpenedSession>> =>
      captureRefusal(async () => {
        const answer = await parsePasskeyAssertion(parts, input, null);
        return inTransaction(pool, async (tx) => {
          const accountId = await verifyPasskeyAssertion(parts, tx, answer);
          const memberId = await getLastUsedMemberId(tx, accountId);
          if (!memberId) throw new Refusal("forbidden", "Your account is no longer a member of any organization.");
          // The authenticator verified its user: the device is one factor, fingerprint or screen lock the other.
          const proof = { provedAt: clock.now(), twoFactor: true };
          const event = { type: "session.sign_in", method: "passkey" } as const;
          return openAccountSession(tx, { accountId, memberId, way: "passkey", device, proof, event, address }, clock);
        });
      }),
  };
}

/**
 * Creates the options with which a browser asks its passkeys. @param accountId the signed-in account; null when the
 * passkey itself names the account
 */
export async function createPasskeyRequest(
  { pool, clock, settings }: PasskeyDeps,
  accountId: string | null,
): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const known = accountId === null ? [] : await listCredentials(pool, accountId);
  const options = await generateAuthenticationOptions({
    rpID: new URL(settings.origin).hostname,
    userVerification: "required",
    timeout: passkeyTimeoutMs,
    ...(accountId !== null && { allowCredentials: known }),
  });
  const data = { challenge: options.challenge };
  return {
    challenge: await createPendingAuthChallenge(pool, { kind: "passkey", accountId, data }, passkeyTimeoutMs, clock),
    options,
  };
}

async function listCredentials(pool: PasskeyDeps["pool"], accountId: string) {
  const { rows } = await pool.query<{ id: string; transports: AuthenticatorTransport[] }>(
    "select credential_id as id, transports from passkeys where account_id = $1",
    [accountId],
  );
  return rows;
}

type ParsedAssertion = { response: z.output<typeof PasskeyAssertion>["response"]; challenge: string };

/** Parses a browser's answer and consumes its challenge, even when the answer turns out wrong. @throws Refusal */
export async function parsePasskeyAssertion(
  { pool, clock, settings }: PasskeyDeps,
  input: unknown,
  accountId: string | null,
): Promise<ParsedAssertion> {
  const read = PasskeyAssertion.safeParse(input);
  if (!read.success) throw new Refusal("invalid_request", notAccepted);
  const { challenge: id, response } = read.data;
  // Runs outside the transaction: the challenge stays consumed even when the answer is wrong.
  const stored = await consumePendingAuthChallenge(pool, { id, kind: "passkey", accountId }, clock);
  if (!stored) throw new Refusal("forbidden", "This sign-in expired or was already used. Use your passkey again.");
  requireOwnOrigin(response.response.clientDataJSON, settings.origin);
  return { response, challenge: String(stored["challenge"]) };
}

/**
 * Verifies the answer and updates the passkey's counter. @returns the passkey's account. @throws Refusal `forbidden`
 */
export async function verifyPasskeyAssertion(
  parts: PasskeyDeps,
  tx: Tx,
  { response, challenge }: ParsedAssertion,
): Promise<string> {
  const passkey = await requirePasskey(tx, response.id, response.response.userHandle);
  const counter = await verify(parts, passkey, challenge, response);
  const values = [passkey.id, counter, parts.clock.now()];
  await tx.client.query("update passkeys set counter = $2, last_used_at = $3 where id = $1", values);
  return passkey.account_id;
}

/** Refuses a wrong origin before the verification, because the address is the one fault that a person can correct. */
export function requireOwnOrigin(clientDataJson: string, origin: string): void {
  if (getClientDataOrigin(clientDataJson) === origin) return;
  throw new Refusal("forbidden", `This passkey was used at another address. Open ${origin} and try there.`);
}

/**
 * Returns the passkey and locks its row, so that concurrent sign-ins compare and update its counter one after the
 * other.
 */
async function requirePasskey(tx: Tx, credentialId: string, userHandle: string | undefined): Promise<Row> {
  const { rows } = await tx.client.query<Row>(
    "select id, account_id, credential_id, public_key, counter from passkeys where credential_id = $1 for update",
    [credentialId],
  );
  const row = rows[0];
  if (!row) throw new Refusal("forbidden", unknownPasskey);
  // WebAuthn §7.2 step 6: an account named in the answer must be the passkey's account.
  if (userHandle !== undefined && userHandle !== toUserHandle(row.account_id).toString("base64url")) {
    throw new Refusal("forbidden", notAccepted);
  }
  return row;
}

/** Returns the account id as a passkey stores it: 16 bytes without personal data. */
export function toUserHandle(accountId: string): Buffer {
  return Buffer.from(accountId.replaceAll("-", ""), "hex");
}

async function verify(
  { settings, log }: PasskeyDeps,
  passkey: Row,
  expectedChallenge: string,
  response: Parameters<Awaited<ReturnType<typeof loadWebAuthn>>["verifyAuthenticationResponse"]>[0]["response"],
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: settings.origin,
      expectedRPID: new URL(settings.origin).hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (error) {
    // The error's message repeats the browser's input; the failure and the passkey's id are what an operator can use.
    log.warn({ passkeyId: passkey.id, reason: getFailureReason(error) }, "passkey response rejected");
  }
  throw new Refusal("forbidden", notAccepted);
}

/** Returns the reason for the log. A counter that went back may mean a copied authenticator. */
const getFailureReason = (error: unknown) =>
  error instanceof Error && error.message.startsWith("Response counter") ? "counter" : "not verified";
