import { accountHandle } from "#lib/contract/platforms/account-handle.ts";
import { limits } from "#lib/contract/limits.ts";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { recordAudit } from "#lib/service/audit/record-audit-event.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { lockConnecting, type MemberIds, nameMembers, needRoom } from "#lib/service/channels/core/channel-commands.ts";
import { lockChannel } from "#lib/service/channels/core/channel-details.ts";
import type { Connected, Profile } from "#lib/service/channels/core/platform.ts";
import { forgetSignedOut, tellOfChannels } from "#lib/service/channels/core/channel-notifications.ts";
import { saveSecret } from "#lib/service/channels/credentials/account-secrets.ts";

type Save = Pick<Context, "clock" | "sealer" | "wakeAt">;
type Wanted = {
  platform: string;
  connected: Connected;
  /** Whether ids are those of one of many servers; else an account may move, and its id says who it is. */
  isIdOfServer: boolean;
  name?: string | undefined;
  members?: MemberIds;
  /** The channel that is connected again; null for a new one. */
  channelId: string | null;
};

/**
 * Stores an account that gave us access, as a channel of its own or as the one that it was already.
 * @throws Refusal `conflict` for an account that is another channel, and for another account than the channel's
 */
export async function saveConnected(tx: Tx, context: Save, actor: Actor, wanted: Wanted): Promise<string> {
  await lockConnecting(tx);
  const { profile, secret } = wanted.connected;
  const standing = await findByAccount(tx, actor, wanted);
  const id = wanted.channelId === null ? await insert(tx, context, actor, wanted, standing) : wanted.channelId;
  if (wanted.channelId !== null) await needSameAccount(tx, actor, wanted.channelId, wanted);
  const now = context.clock.now();
  await tx.client.query({
    name: "channel-account",
    text: `update channels set username = $2, verified = $3, told = $4::jsonb, avatar_url = $5, checked_at = $6,
             check_after = $6::timestamptz + interval '1 day', state = 'connected', access_ends_at = $7, host = $8
           where id = $1`,
    values: [
      ...[id, profile.username, profile.verified, JSON.stringify(profile.told), httpsOnly(profile.avatarUrl), now],
      // Where it is refreshed by itself nobody has to come back.
      secret.refresh === null && secret.accessEndsAt !== null ? new Date(secret.accessEndsAt) : null,
      profile.host,
    ],
  });
  await saveSecret(tx.client, context.sealer, id, secret);
  await nameMembers(tx, actor, id, wanted.members);
  await wakeWaiting(tx, context, id);
  await forgetSignedOut(tx, id);
  await tellOfChannels(tx, actor.orgId);
  await recordAudit(tx, {
    ...{ type: "channel.connect", by: actor },
    target: { type: "channel", id, name: accountHandle(profile.username) },
    detail: { platform: wanted.platform, ...(wanted.channelId !== null && { again: true }) },
  });
  return id;
}

/** A picture's address as it may be stored. */
export const httpsOnly = (url: string | null) => (url !== null && /^https:\/\//iu.test(url) ? url : null);

type Standing = { id: string; name: string };

async function findByAccount(tx: Tx, actor: Actor, wanted: Wanted): Promise<Standing | null> {
  const { profile } = wanted.connected;
  const { rows } = await tx.client.query<Standing>({
    name: "channel-of-account",
    text: `select id, name from channels where org_id = $1 and platform = $2 and (host = $3 or not $5) and remote_id = $4
             and not practice and removed_at is null`,
    values: [actor.orgId, wanted.platform, profile.host, profile.remoteId, wanted.isIdOfServer],
  });
  return rows[0] ?? null;
}

async function insert(
  tx: Tx,
  { clock }: Save,
  actor: Actor,
  wanted: Wanted,
  standing: Standing | null,
): Promise<string> {
  const { profile } = wanted.connected;
  if (standing) {
    const message = `${accountHandle(profile.username)} is connected already: it is the channel ${standing.name}. Nothing was changed. Reconnect that one instead.`;
    throw new Refusal("conflict", message);
  }
  await needRoom(tx, actor);
  const id = clock.newId();
  await tx.client.query({
    name: "channel-account-new",
    text: `insert into channels (id, org_id, platform, name, username, remote_id, host, practice, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, false, $8)`,
    values: [
      ...[id, actor.orgId, wanted.platform, wanted.name ?? nameOf(wanted.platform, profile), profile.username],
      ...[profile.remoteId, profile.host, clock.now()],
    ],
  });
  return id;
}

/** What the account calls itself, on one line. */
function nameOf(platform: string, { name, username }: Profile): string {
  const said = name.replace(/[\p{Cc}\s]+/gu, " ").trim() || username.trim() || platformName(platform);
  return [...said].slice(0, limits.nameCharacters / 2).join("");
}

async function needSameAccount(tx: Tx, actor: Actor, id: string, wanted: Wanted): Promise<void> {
  const { profile } = wanted.connected;
  const { name } = await lockChannel(tx, actor, id);
  const { rows } = await tx.client.query<{ platform: string; username: string; host: string; remote_id: string }>({
    name: "channel-account-of",
    text: "select platform, username, host, remote_id from channels where id = $1",
    values: [id],
  });
  const was = rows[0];
  const isThere = was?.platform === wanted.platform && (was.host === profile.host || !wanted.isIdOfServer);
  if (isThere && was.remote_id === profile.remoteId) return;
  throw otherAccount(name, was?.username ?? "", accountHandle(profile.username));
}

/** Whose channel it is, and who came in place of that account. */
export function otherAccount(name: string, username: string, came: string): Refusal {
  const due = accountHandle(username);
  const message = `${name} is the account ${due}, and you signed in as ${came}. Nothing was changed. Sign in as ${due}, or connect ${came} as a channel of its own.`;
  return new Refusal("conflict", message);
}

/** What waited for the account is looked at again at once; the first stands for its channel. */
async function wakeWaiting(tx: Tx, { clock, wakeAt }: Save, channelId: string): Promise<void> {
  const { rows } = await tx.client.query<{ id: string }>({
    name: "channel-account-waiting",
    text: `select id from posts where channel_id = $1 and status in ('scheduled', 'publishing') and deleted_at is null
             and due_at <= $2 order by due_at, id limit 1`,
    values: [channelId, clock.now()],
  });
  for (const { id } of rows) await wakeAt(tx, { id, channelId }, clock.now());
}
