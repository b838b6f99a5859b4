import type { Role } from "#lib/contract/scopes.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { lockAccount } from "#lib/service/auth/require-sign-in-method-left.ts";
import { requirePersonRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context, EmailMessage } from "#lib/service/core/context.ts";
import { escapeHtml, renderEmailDocument } from "#lib/service/core/email-document.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { lockOrganization } from "#lib/service/members/require-admin.ts";
import { spendMail } from "#lib/service/outbox/mail-limits.ts";
import { removeSecondFactors } from "./authenticator-app.ts";

type TwoStepTarget = { accountId: string; name: string; email: string };

/**
 * Removes the authenticator app, the recovery codes and the passkeys of a member who lost them, and informs the member by
 * e-mail where the server sends any. A passkey that stayed would keep the member from setting up another factor.
 * @throws Refusal
 */
export async function removeMemberTwoStep(
  { pool, clock, settings, sendEmail }: Context,
  actor: Actor,
  memberId: string,
): Promise<{ id: string; removed: boolean }> {
  const { permit, ...target } = await inTransaction(pool, async (tx) => {
    await requirePersonRecentAuthentication(tx.client, actor, clock);
    const { role } = await lockOrganization(tx, actor);
    const found = await findTwoStepTarget(tx, actor, memberId);
    if (role !== "owner") throw new Refusal("forbidden", "Only owners can remove a member's two-step verification.");
    await lockAccount(tx, found.accountId);
    const removed = await removeSecondFactors(tx, found.accountId);
    if (!removed) {
      throw new Refusal(
        "conflict",
        `${found.name} has no authenticator app and no passkey, so there is nothing to remove.`,
      );
    }
    for (const { id, name } of removed.passkeys) {
      await recordAuditEvent(tx, { type: "passkey.remove", by: actor, target: { type: "passkey", id, name } });
    }
    const event = { type: "second_factor.disable", by: actor } as const;
    await recordAuditEvent(tx, { ...event, target: { type: "member", id: memberId, name: found.name } });
    const mail = { type: "two-step removed", to: found.email, by: actor.memberId } as const;
    return { ...found, permit: await spendMail(tx.client, mail, { clock, settings }) };
  });
  await sendEmail({ to: { name: target.name, address: target.email }, ...removalEmail, id: clock.newId() }, permit);
  return { id: memberId, removed: true };
}

type Row = { account_id: string | null; name: string; email: string; role: Role; elsewhere: boolean };

async function findTwoStepTarget(tx: Tx, actor: Actor, memberId: string): Promise<TwoStepTarget> {
  const { rows } = isUuid(memberId)
    ? await tx.client.query<Row>(
        `select m.account_id, m.name, coalesce(a.email, m.email) as email, m.role,
           exists (select 1 from members o where o.account_id = m.account_id and o.org_id <> m.org_id) as elsewhere
         from members m left join accounts a on a.id = m.account_id
         where m.id = $1 and m.org_id = $2 and m.removed_at is null`,
        [memberId, actor.orgId],
      )
    : { rows: [] };
  const row = rows[0];
  if (!row) throw new Refusal("not_found", "The member was not found.");
  if (memberId === actor.memberId) {
    throw new Refusal("forbidden", "Turn off your own two-step verification on your profile.");
  }
  if (row.account_id === null) {
    throw new Refusal("conflict", `${row.name} signs in with API keys only, so there is nothing to remove.`);
  }
  // The same rule as for a reset link: nobody opens an account that also belongs to another organization.
  if (row.elsewhere) {
    throw new Refusal(
      "forbidden",
      `${row.name} also belongs to another organization, so they have to use a recovery code. If they had only a passkey, they can reset their password by e-mail.`,
    );
  }
  return { accountId: row.account_id, name: row.name, email: row.email };
}

const what =
  "An owner of your organization removed two-step verification and every passkey from your Postwright account.";
const next =
  "Your password alone signs you in now. Set two-step verification up again under Profile, Sign-in security.";
const unknown = "If you didn't ask for this, change your password and talk to the owners of your organization.";

const removalEmail: Pick<EmailMessage, "subject" | "text" | "html"> = {
  subject: "Two-step verification was removed from your account",
  text: [what, "", next, "", unknown, ""].join("\n"),
  html: renderEmailDocument({
    title: what,
    content: [what, next, unknown].map((text) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`).join("\n"),
  }),
};
