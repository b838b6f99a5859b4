import { notifyChannelsChanged } from "#lib/service/channels/core/channel-notifications.ts";
import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { AccountProfile } from "#lib/service/channels/core/platform.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { toHttpsUrl } from "./save-account.ts";
import { storeAvatar } from "./store-avatar.ts";

/** Ms until an account is asked again: after an answer, and where none could be had. */
const dayMs = 24 * 60 * 60_000;
const againMs = 60 * 60_000;
/** A post that is due so soon has its account asked before, unless that was done within these hours. */
const dueSoonMs = 30 * 60_000;
const freshMs = 6 * 60 * 60_000;
/** Accounts of one round; the rest waits for the next. */
const roundMax = 20;

type CheckAccountsDeps = Pick<Context, "pool" | "clock" | "log" | "media" | "platformOf" | "ioFor" | "readOutside">;
type Row = {
  id: string;
  org_id: string;
  platform: string;
  username: string;
  remote_id: string;
  host: string;
  told: PlatformAccount["told"];
  avatar_url: string | null;
  avatar_file: string | null;
};

/**
 * Asks platforms who the connected accounts are, each once a day and before posts that are due: name, picture and limits
 * are taken over, and an account that lets us in no more needs reconnecting before a post has failed by it. One at a time;
 * as each is asked a day after it was asked last, they stay as spread as they were connected.
 * @returns how many it asked
 */
export async function checkAccounts(parts: CheckAccountsDeps, signal: AbortSignal): Promise<number> {
  let asked = 0;
  while (asked < roundMax && !signal.aborted) {
    const row = await nextToCheck(parts);
    if (!row) break;
    await checkAccount(parts, row, signal);
    asked += 1;
  }
  return asked;
}

async function nextToCheck({ pool, clock }: CheckAccountsDeps): Promise<Row | null> {
  const now = clock.now().getTime();
  const { rows } = await pool.query<Row>({
    name: "account-to-check",
    text: `select id, org_id, platform, username, remote_id, host, told, avatar_url, avatar_file from channels c
           where check_after is not null and removed_at is null and state = 'connected'
             and (check_after <= $1 or (checked_at < $2 and check_after > $3 and exists (
               select 1 from posts p where p.channel_id = c.id and p.status = 'scheduled' and p.deleted_at is null
                 and p.due_at <= $4)))
           order by check_after limit 1`,
    // What could not be asked waits its hour also before a post.
    values: [new Date(now), new Date(now - freshMs), new Date(now + againMs), new Date(now + dueSoonMs)],
  });
  return rows[0] ?? null;
}

async function checkAccount(parts: CheckAccountsDeps, row: Row, signal: AbortSignal): Promise<void> {
  const platform = parts.platformOf(row.platform);
  const account: PlatformAccount = {
    ...{ channelId: row.id, username: row.username, remoteId: row.remote_id, host: row.host, told: row.told },
  };
  const io = parts.ioFor({ platform: row.platform, practice: false, account, signal, keep: async () => {} });
  const seen = platform ? await platform.profile(account, io) : { is: "cannot_tell" as const };
  const now = parts.clock.now();
  if (seen.is === "signed_out") return await markReconnect(parts, row);
  // Another account behind the same keys would be a fault of the platform: nothing of it is taken over.
  if (seen.is === "seen" && seen.profile.remoteId === row.remote_id)
    return await updateProfile(parts, row, seen.profile);
  await parts.pool.query("update channels set check_after = $2 where id = $1", [
    row.id,
    new Date(now.getTime() + againMs),
  ]);
}

async function updateProfile(parts: CheckAccountsDeps, row: Row, profile: AccountProfile): Promise<void> {
  const url = toHttpsUrl(profile.avatarUrl);
  const isSame = url === row.avatar_url && row.avatar_file !== null;
  const file = url === null ? null : isSame ? row.avatar_file : await storeAvatar(parts, url);
  const now = parts.clock.now();
  await inTransaction(parts.pool, async (tx) => {
    const { rowCount } = await tx.client.query({
      name: "account-checked",
      text: `update channels set username = $2, verified = $3, told = $4::jsonb, avatar_url = $5, avatar_file = $6,
               checked_at = $7, check_after = $8
             where id = $1 and removed_at is null
               and (username, verified, told, avatar_url, avatar_file) is distinct from ($2, $3, $4::jsonb, $5, $6)`,
      values: [
        ...[row.id, profile.username, profile.verified, JSON.stringify(profile.told), url, file, now],
        new Date(now.getTime() + dayMs),
      ],
    });
    if (rowCount) return await notifyChannelsChanged(tx, row.org_id);
    await tx.client.query({
      name: "account-checked-same",
      text: "update channels set checked_at = $2, check_after = $3 where id = $1",
      values: [row.id, now, new Date(now.getTime() + dayMs)],
    });
  });
}

async function markReconnect({ pool }: CheckAccountsDeps, row: Row): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.client.query({
      name: "account-signed-out",
      text: "update channels set state = 'reconnect' where id = $1 and state = 'connected' and removed_at is null",
      values: [row.id],
    });
    if (!rowCount) return;
    await notifyChannelsChanged(tx, row.org_id);
  });
}
