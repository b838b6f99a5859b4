import { limits } from "#lib/contract/limits.ts";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import {
  type ChannelMemberIds,
  lockChannelConnects,
  requireChannelQuota,
  setChannelMembers,
} from "#lib/service/channels/core/channel-commands.ts";
import { lockChannel, requireChannelDetail } from "#lib/service/channels/core/channel-details.ts";
import type { AccountGrant, AccountProfile, AccountSecret } from "#lib/service/channels/core/platform.ts";
import { publishChannelsChanged } from "#lib/service/channels/core/publish-channels-changed.ts";
import { saveAccountSecret } from "#lib/service/channels/credentials/account-secrets.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

type SaveAccountDeps = Pick<Context, "clock" | "sealer" | "wakeAt">;
type SaveAccountInput = {
  platform: string;
  connected: AccountGrant;
  /**
   * True if ids belong to one of many servers; otherwise an account may move to another server, and its id identifies
   * it.
   */
  isIdOfServer: boolean;
  name?: string | undefined;
  members?: ChannelMemberIds;
  /** The channel that is reconnected; null for a new one. */
  channelId: string | null;
};

/** An account whose access is refreshed automatically needs a reconnect only when the refresh token ends. */
function getReconnectDate({ refresh, accessEndsAt, refreshEndsAt }: AccountSecret): Date | null {
  const endsAt = refresh === null ? accessEndsAt : (refreshEndsAt ?? null);
  return endsAt === null ? null : new Date(endsAt);
}

/**
 * Stores a connected account as a new channel or as the channel that it already was.
 * @throws Refusal `conflict` for an account that is another channel, and for an account that is not the channel's
 */
export async function saveConnectedAccount(
  tx: Tx,
  context: SaveAccountDeps,
  actor: Actor,
  input: SaveAccountInput,
): Promise<string> {
  await lockChannelConnects(tx);
  const { profile, secret } = input.connected;
  const existing = await findByAccount(tx, actor, input);
  const id = input.channelId === null ? await insert(tx, context, actor, input, existing) : input.channelId;
  if (input.channelId !== null) await requireSameAccount(tx, actor, input.channelId, input);
  const now = context.clock.now();
  await tx.client.query({
    name: "channel-account",
    text: `update channels set username = $2, verified = $3, told = $4::jsonb, avatar_url = $5, checked_at = $6,
             check_after = $6::timestamptz + interval '1 day', state = 'connected', access_ends_at = $7, host = $8
           where id = $1`,
    values: [
      ...[id, profile.username, profile.verified, JSON.stringify(profile.told), toHttpsUrl(profile.avatarUrl), now],
      getReconnectDate(secret),
      profile.host,
    ],
  });
  await saveAccountSecret(tx.client, context.sealer, id, secret);
  await setChannelMembers(tx, actor, id, input.members);
  await resumeChannelPosts(tx, context, id);
  await publishChannelsChanged(tx, actor.orgId);
  await recordAuditEvent(tx, {
    type: "channel.connect",
    by: actor,
    target: { type: "channel", id, name: formatAccountHandle(profile.username) },
    detail: { platform: input.platform, ...(input.channelId !== null && { again: true }) },
  });
  return id;
}

/**
 * Reconnects a practice channel at once, since only a demand in a post (`#fail-reconnect`) ends its access. Other
 * channels reconnect through their platforms.
 * @throws Refusal `conflict` for another channel
 */
export async function reconnectPracticeChannel(
  tx: Tx,
  actor: Actor,
  id: string,
  context: Pick<Context, "clock" | "wakeAt" | "settings" | "connectorFor">,
): Promise<ChannelDetail> {
  const channel = await lockChannel(tx, actor, id);
  if (!channel.practice) {
    throw new Refusal("conflict", `Reconnect ${channel.name} on its platform's sign-in page or form.`);
  }
  await tx.client.query({
    name: "channel-reconnect",
    text: "update channels set state = 'connected' where id = $1 and state <> 'connected'",
    values: [channel.id],
  });
  await resumeChannelPosts(tx, context, channel.id);
  await publishChannelsChanged(tx, actor.orgId);
  const target = { type: "channel", id: channel.id, name: channel.name } as const;
  await recordAuditEvent(tx, { type: "channel.connect", by: actor, target, detail: { again: true, practice: true } });
  return requireChannelDetail(tx.client, actor, channel.id, context);
}

/** Ends the hold of a channel's posts: its account has access again. */
async function resumeChannelPosts(
  tx: Tx,
  context: Pick<Context, "clock" | "wakeAt">,
  channelId: string,
): Promise<void> {
  await requeueWaitingPosts(tx, context, channelId);
  await clearReconnectNotification(tx, channelId);
}

/**
 * Clears the inbox notification about reconnecting, once the account has access again or its channel is disconnected.
 */
export async function clearReconnectNotification(tx: Tx, channelId: string): Promise<void> {
  await tx.client.query({
    name: "channel-signed-in",
    text: "delete from notices where cause_key = $1",
    values: [`channel_ending:${channelId}:reconnect`],
  });
}

/** Returns the avatar's address if it is https; otherwise null. */
export const toHttpsUrl = (url: string | null) => (url !== null && /^https:\/\//iu.test(url) ? url : null);

type ExistingChannel = { id: string; name: string };

async function findByAccount(tx: Tx, actor: Actor, input: SaveAccountInput): Promise<ExistingChannel | null> {
  const { profile } = input.connected;
  const { rows } = await tx.client.query<ExistingChannel>({
    name: "channel-of-account",
    text: `select id, name from channels where org_id = $1 and platform = $2 and (host = $3 or not $5) and remote_id = $4
             and not practice and removed_at is null`,
    values: [actor.orgId, input.platform, profile.host, profile.remoteId, input.isIdOfServer],
  });
  return rows[0] ?? null;
}

async function insert(
  tx: Tx,
  { clock }: SaveAccountDeps,
  actor: Actor,
  input: SaveAccountInput,
  existing: ExistingChannel | null,
): Promise<string> {
  const { profile } = input.connected;
  if (existing) {
    const message = `${formatAccountHandle(profile.username)} is already connected as the channel ${existing.name}. Nothing was changed. Reconnect that channel instead.`;
    throw new Refusal("conflict", message);
  }
  await requireChannelQuota(tx, actor);
  const id = clock.newId();
  await tx.client.query({
    name: "channel-account-new",
    text: `insert into channels (id, org_id, platform, name, username, remote_id, host, practice, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, false, $8)`,
    values: [
      ...[id, actor.orgId, input.platform, input.name ?? getDefaultName(input.platform, profile), profile.username],
      ...[profile.remoteId, profile.host, clock.now()],
    ],
  });
  return id;
}

/** Returns the account's own name on one line. */
function getDefaultName(platform: string, { name, username }: AccountProfile): string {
  const defaultName = name.replace(/[\p{Cc}\s]+/gu, " ").trim() || username.trim() || formatPlatformName(platform);
  return [...defaultName].slice(0, limits.nameCharacters / 2).join("");
}

async function requireSameAccount(tx: Tx, actor: Actor, id: string, input: SaveAccountInput): Promise<void> {
  const { profile } = input.connected;
  const { name } = await lockChannel(tx, actor, id);
  const { rows } = await tx.client.query<{ platform: string; username: string; host: string; remote_id: string }>({
    name: "channel-account-of",
    text: "select platform, username, host, remote_id from channels where id = $1",
    values: [id],
  });
  const was = rows[0];
  const isThere = was?.platform === input.platform && (was.host === profile.host || !input.isIdOfServer);
  if (isThere && was.remote_id === profile.remoteId) return;
  throw wrongAccountRefusal(name, was?.username ?? "", formatAccountHandle(profile.username));
}

/** Creates the refusal that names the channel's account and the account that signed in instead. */
export function wrongAccountRefusal(name: string, username: string, chosen: string): Refusal {
  const due = formatAccountHandle(username);
  const message = `${name} is the account ${due}, but you signed in as ${chosen}. Nothing was changed. Sign in as ${due}, or connect ${chosen} as a separate channel.`;
  return new Refusal("conflict", message);
}

/**
 * Makes the posts due whose retry delay began before the account had access again, and queues the first waiting post of
 * the channel for an immediate attempt, which starts the queue of the whole channel. A post that was planned for later
 * keeps its time. A lookup that comes early finds nothing and is postponed again.
 */
async function requeueWaitingPosts(
  tx: Tx,
  { clock, wakeAt }: Pick<Context, "clock" | "wakeAt">,
  channelId: string,
): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: "channel-account-waiting",
    text: `with hurried as (
             update posts set due_at = now() where channel_id = $1 and status = 'publishing' and deleted_at is null
               and due_at > now() and (scheduled_for is null or scheduled_for <= now()) returning id)
           select id from posts where channel_id = $1 and status in ('scheduled', 'publishing') and deleted_at is null
             and (due_at <= $2 or id in (select id from hurried)) order by due_at, id limit 1`,
    values: [channelId, clock.now()],
  });
  for (const { id } of rows) await wakeAt(tx, { id, channelId }, clock.now());
}
