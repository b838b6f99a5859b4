import type pg from "pg";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { findAccount } from "#lib/service/auth/accounts.ts";
import { lockAccount } from "#lib/service/auth/require-sign-in-method-left.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { removeSecondFactors } from "./authenticator-app.ts";

/** Removes an account's second factors, passkeys too, from the server's command line. `unknown`: no account has this e-mail; `off`: it was off. */
export async function turnOffTwoStepFromCommandLine(pool: pg.Pool, email: string): Promise<"done" | "off" | "unknown"> {
  return inTransaction(pool, async (tx) => {
    const account = await findAccount(tx, email);
    if (!account) return "unknown";
    await lockAccount(tx, account.id);
    const removed = await removeSecondFactors(tx, account.id);
    if (!removed) return "off";
    const by = { orgId: null, memberId: null, accountId: account.id };
    for (const { id, name } of removed.passkeys) {
      const target = { type: "passkey", id, name } as const;
      await recordAuditEvent(tx, { type: "passkey.remove", by, reason: "server_command", target });
    }
    await recordAuditEvent(tx, { type: "second_factor.disable", by, reason: "server_command" });
    return "done";
  });
}
