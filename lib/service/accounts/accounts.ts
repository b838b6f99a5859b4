import type { EmbeddedAccounts } from "#lib/embed";
import type { Context } from "#lib/service/context";
import { inTransaction } from "#lib/service/db/tx";
import { Refusal } from "#lib/service/refusal";
import { answered } from "./answered.ts";
import { listMember, listMemberships } from "./list-memberships.ts";
import { needOwnAccount, needSignedIn } from "./need-account.ts";
import { openAccountSession } from "./open-session.ts";

/** What accounts need of the service. `flushKeys` forgets remembered keys after one was revoked in this process. */
export type AccountParts = Pick<Context, "pool" | "db" | "clock" | "log" | "settings"> & { flushKeys: () => void };

/** The accounts of this process, as the dashboard uses them. */
export function makeAccounts(parts: AccountParts): EmbeddedAccounts {
  const { pool, db, clock } = parts;
  return {
    async listMemberships(session) {
      const me = await needSignedIn(db, session);
      const rows = await (me.accountId === null ? listMember(db, me.memberId) : listMemberships(db, me.accountId));
      return rows.map(({ memberId, name, role, orgId, orgName, orgSlug }) => ({
        ...{ memberId, name, role },
        organization: { id: orgId, name: orgName, slug: orgSlug },
        isCurrent: memberId === me.memberId,
      }));
    },
    switchMember: (session, memberId, { device }) =>
      answered(async () => {
        const me = await needOwnAccount(db, session);
        return inTransaction(pool, async (tx) => {
          const to = (await listMemberships(tx, me.accountId)).find((one) => one.memberId === memberId);
          if (!to) throw new Refusal("not_found", "You are no member of that organization.");
          const { rows } = await tx.client.query<{ way: "password" }>("select way from sessions where id = $1", [
            me.sessionId,
          ]);
          const way = rows[0]?.way ?? "password";
          return openAccountSession(tx, { accountId: me.accountId, memberId: to.memberId, way, device }, clock);
        });
      }),
  };
}
