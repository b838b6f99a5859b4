import type pg from "pg";
import { formatAccountHandle } from "#lib/contract/platforms/account-handle.ts";
import type { ConnectionChoice } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { AccountChoice, AccountGrant } from "./core/platform.ts";
import { wrongAccountRefusal } from "./connect/save-account.ts";

type Database = Pick<pg.Pool, "query">;

/** What one sign-in gave, for its member to pick from; those that are channels already are named so. */
export async function presentAccountChoice(
  db: Database,
  actor: Actor,
  at: { platform: string; state: string },
  { choose }: AccountChoice,
): Promise<ConnectionChoice> {
  const { rows } = await db.query<{ id: string; name: string; remote_id: string; host: string }>(
    `select id, name, remote_id, host from channels
     where org_id = $1 and platform = $2 and remote_id = any($3) and not practice and removed_at is null`,
    [actor.orgId, at.platform, choose.map(({ profile }) => profile.remoteId)],
  );
  return {
    ...{ platform: at.platform, state: at.state },
    accounts: choose.map(({ profile, what }) => ({
      ...{ id: profile.remoteId, name: profile.name, username: profile.username, what },
      channel: rows.find((row) => row.remote_id === profile.remoteId && row.host === profile.host)?.name ?? null,
    })),
  };
}

/** For a channel that is connected again there is nothing to pick. @throws Refusal `conflict` with all names */
export async function findSameAccount(db: Database, channelId: string, { choose }: AccountChoice): Promise<AccountGrant> {
  const { rows } = await db.query<{ name: string; username: string; remote_id: string }>(
    "select name, username, remote_id from channels where id = $1",
    [channelId],
  );
  const same = choose.find(({ profile }) => profile.remoteId === rows[0]?.remote_id);
  if (same) return same;
  const came = choose.slice(0, 3).map(({ profile }) => formatAccountHandle(profile.username));
  const rest = choose.length > came.length ? ` and ${choose.length - came.length} more` : "";
  throw wrongAccountRefusal(rows[0]?.name ?? "", rows[0]?.username ?? "", `${came.join(", ")}${rest}`);
}

/** Whether another channel than this one is an account at the same place. */
export async function hasOtherAccount(
  db: Database,
  actor: Actor,
  at: { platform: string; host: string; channelId: string | undefined },
): Promise<boolean> {
  const { rows } = await db.query(
    `select from channels where org_id = $1 and platform = $2 and host = $3 and id is distinct from $4
       and not practice and removed_at is null limit 1`,
    [actor.orgId, at.platform, at.host, at.channelId ?? null],
  );
  return rows.length > 0;
}
