import type pg from "pg";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { findAccount } from "#lib/service/auth/require-account.ts";
import { lockAccount } from "#lib/service/auth/sign-in-methods.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { removeAuthenticator } from "./authenticator-app.ts";

/** Turns two-step verification off from the server's command line. `unknown`: no account has this e-mail; `off`: it was off. */
export async function turnOffTwoStepByEmail(pool: pg.Pool, email: string): Promise<"done" | "off" | "unknown"> {
  return inTransaction(pool, async (tx) => {
    const account = await findAccount(tx, email);
    if (!account) return "unknown";
    await lockAccount(tx, account.id);
    if (!(await removeAuthenticator(tx, account.id))) return "off";
    const by = { orgId: null, memberId: null, accountId: account.id };
    await recordAuditEvent(tx, { type: "second_factor.disable", by, reason: "server_command" });
    return "done";
  });
}
