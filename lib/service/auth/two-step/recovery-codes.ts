import { hash, randomBytes } from "node:crypto";
import type { Tx } from "#lib/service/db/transaction.ts";

const codesCount = 10;
/** Crockford's Base32: no letter looks like another letter or a digit. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/**
 * 24 letters are 120 bits: too many to guess, so SHA-256 protects them at rest (NIST SP 800-63B §3.1.2.2 asks for 112).
 */
const codeLength = 24;
const groupLength = 6;

/** Replaces the account's recovery codes. @returns the new codes, which can't be read again */
export async function createRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: codesCount }, createCode);
  await tx.client.query("delete from recovery_codes where account_id = $1", [accountId]);
  await tx.client.query("insert into recovery_codes (account_id, hash) select $1, unnest($2::bytea[])", [
    accountId,
    codes.map(hashCode),
  ]);
  return codes;
}

/** Marks a recovery code as used. False when the account has no such code, or the code was used before. */
export async function consumeRecoveryCode(tx: Tx, accountId: string, typed: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    "update recovery_codes set used_at = $3 where account_id = $1 and hash = $2 and used_at is null",
    [accountId, hashCode(typed), now],
  );
  return (rowCount ?? 0) > 0;
}

export async function countRecoveryCodes(client: Pick<Tx["client"], "query">, accountId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from recovery_codes where account_id = $1 and used_at is null",
    [accountId],
  );
  return rows[0]?.n ?? 0;
}

function createCode(): string {
  // 256 is a multiple of 32, so every letter is equally likely.
  const code = Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
  return code.match(new RegExp(`.{${groupLength}}`, "g"))?.join("-") ?? code;
}

/**
 * Returns the SHA-256 of a code: case and hyphens don't count, and o, i and l are read as the digits they look like.
 */
function hashCode(typed: string): Buffer {
  const code = typed
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return hash("sha256", code, "buffer");
}
