import type { PlatformAccount } from "#lib/service/channels/core/connector.ts";
import type { AccountProfile } from "#lib/service/channels/core/platform.ts";
import { publishChannelsChanged } from "#lib/service/channels/core/publish-channels-changed.ts";
import { withImageAddress } from "#lib/service/channels/core/reported-limits.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { findImageAddressProblem } from "./image-address.ts";
import { toHttpsUrl } from "./save-account.ts";
import { storeAvatar } from "./store-avatar.ts";

/** Ms until the next check of an account: after an answer, and after a check that got none. */
const againMs = 60 * 60_000;
/** The check runs before a post that is due this soon, unless the last check is younger than `freshMs`. */
const dueSoonMs = 30 * 60_000;
const freshMs = 6 * 60 * 60_000;
/** The most accounts in one round; the others wait for the next round. */
const roundMax = 20;

type CheckAccountsDeps = Pick<
  Context,
  "pool" | "clock" | "log" | "media" | "platformOf" | "ioFor" | "readOutside" | "settings" | "sealer"
>;
type Row = {
  id: string;
  org_id: string;
  platform: string;
  username: string;
  remote_id: string;
  host: string;
  told: PlatformAccount["reportedLimits"];
  avatar_url: string | null;
  avatar_file: string | null;
};

/**
 * Reads the profiles of the connected accounts from their platforms, each once a day and before posts that are due. It
 * stores name, avatar and limits, and marks an account that has lost its access for reconnecting before a post fails.
 * It checks one account at a time. Each check comes a day after the last one, so checks stay as spread out as the
 * connections were.
 * @returns how many accounts it checked
 */
export async function checkAccounts(parts: CheckAccountsDeps, signal: AbortSignal): Promise<number> {
  let checked = 0;
  while (checked < roundMax && !signal.aborted) {
    const row = await nextToCheck(parts);
    if (!row) break;
    await checkAccount(parts, row, signal);
    checked += 1;
  }
  return checked;
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
    // A failed check waits its hour even when a post is due.
    values: [new Date(now), new Date(now - freshMs), new Date(now + againMs), new Date(now + dueSoonMs)],
  });
  return rows[0] ?? null;
}

async function checkAccount(parts: CheckAccountsDeps, row: Row, signal: AbortSignal): Promise<void> {
  const platform = parts.platformOf(row.platform);
  const account: PlatformAccount = {
    channelId: row.id,
    username: row.username,
    remoteId: row.remote_id,
    host: row.host,
    reportedLimits: row.told,
  };
  const io = parts.ioFor({ platform: row.platform, practice: false, account, signal, savePrepared: async () => {} });
  const seen = platform ? await platform.profile(account, io) : { type: "cannot_tell" as const };
  const now = parts.clock.now();
  if (seen.type === "signed_out") return await markReconnect(parts, row);
  const problem = platform ? await findImageAddressProblem(parts, platform) : null;
  // A platform that shows another account for the same token is at fault: nothing of that profile is stored.
  if (seen.type === "seen" && seen.profile.remoteId === row.remote_id)
    return await updateProfile(parts, row, { ...seen.profile, told: withImageAddress(seen.profile.told, problem) });
  // A webhook shows no profile, and our own address may have changed all the same.
  await parts.pool.query(
    `update channels set check_after = $2,
       told = case when $3 then told - 'imageAddress' || jsonb_strip_nulls(jsonb_build_object('imageAddress', $4::text)) else told end
     where id = $1`,
    [row.id, new Date(now.getTime() + againMs), platform?.fetchesImages === true, problem],
  );
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
    if (rowCount) return await publishChannelsChanged(tx, row.org_id);
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
    await publishChannelsChanged(tx, row.org_id);
  });
}
