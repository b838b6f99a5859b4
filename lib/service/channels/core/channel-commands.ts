import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context as Whole } from "#lib/service/core/context.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { lockChannel, requireChannelDetail } from "./channel-details.ts";
import { publishChannelsChanged } from "./publish-channels-changed.ts";

type ChannelCommandDeps = Pick<Whole, "clock" | "settings" | "connectorFor">;
export type ChannelMemberIds = readonly string[] | null | undefined;

/** Connects a practice channel, whose timeline has an address of its own. */
export async function connectPracticeChannel(
  tx: Tx,
  actor: Actor,
  input: { platform: string; name: string; members?: ChannelMemberIds },
  context: ChannelCommandDeps,
): Promise<ChannelDetail> {
  const { clock } = context;
  await lockChannelConnects(tx);
  await requireChannelQuota(tx, actor);
  const id = clock.newId();
  await tx.client.query({
    name: "channel-connect",
    text: `insert into channels (id, org_id, platform, name, username, practice, created_at)
           values ($1, $2, $3, $4, $5, true, $6)`,
    values: [id, actor.orgId, input.platform, input.name, await freeUsername(tx, input.platform), clock.now()],
  });
  await setChannelMembers(tx, actor, id, input.members);
  await publishChannelsChanged(tx, actor.orgId);
  await recordAuditEvent(tx, {
    type: "channel.connect",
    by: actor,
    target: { type: "channel", id, name: input.name },
    detail: { platform: input.platform, practice: true },
  });
  return requireChannelDetail(tx.client, actor, id, context);
}

/**
 * Takes the lock on connecting channels until the transaction ends: two simultaneous connects can't both be the last
 * that the limit allows, nor get the same name or account.
 */
export async function lockChannelConnects(tx: Tx): Promise<void> {
  await tx.client.query({
    name: "channel-org-lock",
    text: "select pg_advisory_xact_lock(hashtext('connect channel'))",
  });
}

/** @throws Refusal if the organization has as many channels as it may have */
export async function requireChannelQuota(tx: Tx, actor: Actor): Promise<void> {
  const { rows } = await tx.client.query<{ standing: number }>({
    name: "channel-count",
    text: "select count(*)::int as standing from channels where org_id = $1 and removed_at is null",
    values: [actor.orgId],
  });
  if ((rows[0]?.standing ?? 0) < serverOnlyLimits.channelsPerOrganization) return;
  const message = `An organization can have up to ${serverOnlyLimits.channelsPerOrganization} channels. Disconnect one first.`;
  throw new Refusal("invalid_request", message);
}

export async function updateChannel(
  tx: Tx,
  actor: Actor,
  id: string,
  change: { name?: string | undefined; members?: ChannelMemberIds },
  context: ChannelCommandDeps,
): Promise<ChannelDetail> {
  const channel = await lockChannel(tx, actor, id);
  if (change.name !== undefined) {
    await tx.client.query({
      name: "channel-rename",
      text: "update channels set name = $2 where id = $1",
      values: [channel.id, change.name],
    });
  }
  await setChannelMembers(tx, actor, channel.id, change.members);
  await publishChannelsChanged(tx, actor.orgId);
  await recordAuditEvent(tx, {
    type: "channel.update",
    by: actor,
    target: { type: "channel", id: channel.id, name: change.name ?? channel.name },
    detail: change.members === undefined ? {} : { members: change.members ?? "everybody" },
  });
  return requireChannelDetail(tx.client, actor, channel.id, context);
}

/** @throws Refusal `invalid_request` that names those who are no active members of the organization */
export async function setChannelMembers(
  tx: Tx,
  actor: Actor,
  channelId: string,
  memberIds: ChannelMemberIds,
): Promise<void> {
  if (memberIds === undefined) return;
  const ids = [...new Set((memberIds ?? []).map((id) => id.toLowerCase()))];
  const { rows } = await tx.client.query<{ id: string }>({
    name: "channel-members-known",
    text: "select id from members where org_id = $1 and id = any($2::uuid[]) and removed_at is null",
    values: [actor.orgId, ids.filter(isUuid)],
  });
  const known = new Set(rows.map((row) => row.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw new Refusal(
      "invalid_request",
      `There is no member with the ID ${JSON.stringify(unknown.slice(0, 64))}.`,
      "members",
    );
  }
  await tx.client.query({
    name: "channel-members-clear",
    text: "delete from channel_members where channel_id = $1",
    values: [channelId],
  });
  await tx.client.query({
    name: "channel-members-name",
    text: "insert into channel_members (channel_id, member_id) select $1, unnest($2::uuid[])",
    values: [channelId, ids],
  });
  await tx.client.query({
    name: "channel-restrict",
    text: "update channels set restricted = $2 where id = $1",
    values: [channelId, memberIds !== null],
  });
}

/**
 * Finds an unused username. A practice timeline is found by its username alone, so usernames of disconnected channels
 * stay taken too.
 */
async function freeUsername(tx: Tx, platform: string): Promise<string> {
  const { rows } = await tx.client.query<{ username: string }>({
    name: "channel-usernames",
    text: "select username from channels where username like $1",
    values: [`practice\\_${platform}%`],
  });
  const taken = new Set(rows.map((row) => row.username));
  for (let number = 1; ; number += 1) {
    const username = number === 1 ? `practice_${platform}` : `practice_${platform}_${number}`;
    if (!taken.has(username)) return username;
  }
}
