import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { type SealedLocation, toSealedLocation } from "#lib/service/db/reseal-secrets.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { consumeRecoveryCode } from "./recovery-codes.ts";
import { createTotpSecret, findTotpStep } from "./totp.ts";

export type TwoStepCodeDeps = Pick<Context, "sealer" | "clock" | "log">;

const table = "authenticator_apps";
const getSealLocation = (accountId: string) => `${table} ${accountId}`;
/** Columns with authenticator secrets, which are sealed again under a new SECRET. */
export const sealedAuthenticatorSecrets: readonly SealedLocation[] = ["secret", "pending"].map((column) =>
  toSealedLocation({ table, id: "account_id", column }, getSealLocation),
);

/** Returns the time since when the account requires a code; null when it doesn't. */
export async function getAuthenticatorConfirmedAt(
  client: Pick<Tx["client"], "query">,
  accountId: string,
): Promise<Date | null> {
  const { rows } = await client.query<{ confirmed_at: Date | null }>({
    name: "authenticator-since",
    text: "select confirmed_at from authenticator_apps where account_id = $1",
    values: [accountId],
  });
  return rows[0]?.confirmed_at ?? null;
}

/**
 * Begins the setup of an app. The current app works until the new one is confirmed. @returns the new secret in base32
 */
export async function beginAuthenticatorSetup(tx: Tx, accountId: string, { sealer }: TwoStepCodeDeps): Promise<string> {
  const secret = createTotpSecret();
  await tx.client.query(
    `insert into authenticator_apps (account_id, pending) values ($1, $2)
     on conflict (account_id) do update set pending = excluded.pending`,
    [accountId, sealer.seal(secret, getSealLocation(accountId))],
  );
  return secret;
}

type RemovedPasskey = { id: string; name: string };
type Row = { secret: string | null; pending: string | null; last_step: string | null };

async function lockAuthenticator(tx: Tx, accountId: string): Promise<Row | null> {
  const { rows } = await tx.client.query<Row>(
    "select secret, pending, last_step from authenticator_apps where account_id = $1 for update",
    [accountId],
  );
  return rows[0] ?? null;
}

/**
 * Activates the app that produced this code. @throws Refusal `conflict` when no setup is pending, `invalid_request` for
 * a wrong code
 */
export async function confirmAuthenticator(
  tx: Tx,
  accountId: string,
  code: string,
  parts: TwoStepCodeDeps,
): Promise<void> {
  const row = await lockAuthenticator(tx, accountId);
  const pending = row?.pending ?? null;
  const secret = pending === null ? null : parts.sealer.open(pending, getSealLocation(accountId));
  if (secret === null) throw new Refusal("conflict", "Setup was finished or restarted elsewhere. Start again.");
  const step = findTotpStep(secret, parseDigits(code), parts.clock.now(), null);
  if (step === null) {
    const message = "This code doesn't match. Check that your device's clock is right, and enter the newest code.";
    throw new Refusal("invalid_request", message, "code");
  }
  await tx.client.query(
    `update authenticator_apps set secret = pending, pending = null, last_step = $2, confirmed_at = $3
     where account_id = $1`,
    [accountId, step, parts.clock.now()],
  );
}

/** Removes the app and the recovery codes, and ends pending sign-ins. False when there was no app. */
export async function removeAuthenticator(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.client.query<{ secret: string | null }>(
    "delete from authenticator_apps where account_id = $1 returning secret",
    [accountId],
  );
  await tx.client.query("delete from recovery_codes where account_id = $1", [accountId]);
  await tx.client.query("delete from sign_in_challenges where account_id = $1 and kind = 'second-step'", [accountId]);
  // A passkey is two factors by itself.
  await tx.client.query(
    "update sessions set two_factor = false where account_id = $1 and way <> 'passkey' and two_factor",
    [accountId],
  );
  return (rows[0]?.secret ?? null) !== null;
}

/** Removes every second factor of the account: app, recovery codes and passkeys. @returns null when it had none */
export async function removeSecondFactors(tx: Tx, accountId: string): Promise<{ passkeys: RemovedPasskey[] } | null> {
  const hadApp = await removeAuthenticator(tx, accountId);
  const { rows } = await tx.client.query<RemovedPasskey>(
    "delete from passkeys where account_id = $1 returning id, name",
    [accountId],
  );
  await tx.client.query("delete from sign_in_challenges where account_id = $1 and kind = 'removed-passkey'", [
    accountId,
  ]);
  await tx.client.query("update sessions set two_factor = false where account_id = $1 and two_factor", [accountId]);
  return hadApp || rows.length > 0 ? { passkeys: rows } : null;
}

/**
 * Accepts a code of the account's app or one of its recovery codes; either works once.
 * @returns the kind of code; null when it is neither, or was used before
 */
export async function consumeTwoStepCode(
  tx: Tx,
  accountId: string,
  typed: string,
  parts: TwoStepCodeDeps,
): Promise<"app" | "recovery" | null> {
  const row = await lockAuthenticator(tx, accountId);
  if (!row || row.secret === null) return null;
  const digits = parseDigits(typed);
  if (digits.length !== 6) {
    return (await consumeRecoveryCode(tx, accountId, typed, parts.clock.now())) ? "recovery" : null;
  }
  const secret = parts.sealer.open(row.secret, getSealLocation(accountId));
  if (secret === null) {
    parts.log.error({ accountId }, "authenticator secret can't be opened with SECRET or SECRET_OLD");
    return null;
  }
  const step = findTotpStep(secret, digits, parts.clock.now(), row.last_step === null ? null : Number(row.last_step));
  if (step === null) return null;
  await tx.client.query("update authenticator_apps set last_step = $2 where account_id = $1", [accountId, step]);
  return "app";
}

/** Apps show "123 456". */
const parseDigits = (typed: string) => typed.slice(0, 200).replace(/[\s-]/g, "");

/** The refusal is the same for a wrong code and a used one: the difference would only help an attacker. */
export const createWrongCodeRefusal = () =>
  new Refusal(
    "invalid_request",
    "This code is wrong or was already used. Wait for the next one, or use a recovery code.",
    "code",
  );
