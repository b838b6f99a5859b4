import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { ServiceCapabilities } from "#lib/client/service-capabilities.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { ChannelDetail, ConnectionMethod } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity, getServiceClient } from "./service-client.ts";
import { isEmbeddedService } from "./service-location.ts";

export type ChannelsOverview = {
  channels: Result<ChannelDetail[]>;
  /** False if the service reports neither plans, nor health, nor who may use a channel. */
  hasDetails: boolean;
  /** False if this member may only read. */
  mayChange: boolean;
  /** Members that a channel can be restricted to; null if the service has no list of members, or not for this one. */
  members: { id: string; name: string; email: string }[] | null;
  /** Ways to connect accounts on platforms; null if this member may not, or the service has none. */
  methods: ConnectionMethod[] | null;
  /** True if this member may set the app credentials of platforms. */
  mayOperate: boolean;
};

const withoutAccounts = { methods: null, mayOperate: false };

/**
 * Lists the connected channels. On a service with only the documented endpoints, plans and restrictions are unknown.
 */
export async function listChannelDetails(client: ServiceClient): Promise<Result<ChannelDetail[]>> {
  if ((await getServiceCapabilities()).has("listChannelDetails")) return await client.listChannelDetails();
  const listed = await client.listChannels();
  if (listed.error) return listed;
  const unknown = { wait_until: null, created_at: new Date(0).toISOString(), restricted: false, members: [] };
  return { ok: listed.ok.map((one) => ({ ...unknown, ...one, scheduled: 0, under_way: 0, usable: true })) };
}

/** Lists the known details of platforms; empty where the service provides none. */
export async function listPlatforms(
  client: ServiceClient,
): Promise<readonly { slug: string; take_down?: boolean | undefined }[]> {
  return (await getServiceCapabilities()).has("listPlatforms") ? ((await client.listPlatforms()).ok ?? []) : [];
}

/** Returns true if this member may connect accounts on platforms. */
export async function canConnectAccounts(): Promise<boolean> {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  return offered.has("connectAccount") && canChangeChannels(offered, me.ok?.scopes ?? []);
}

/** Only the embedded service's scopes are known to be complete. */
const canChangeChannels = (offered: ServiceCapabilities, scopes: readonly string[]) =>
  offered.has("connectChannel") && (!isEmbeddedService() || scopes.includes("channels:write"));

/** Reads the connected channels and this member's permissions for them. */
export async function readChannelsOverview(): Promise<ChannelsOverview> {
  const [client, offered] = await Promise.all([getServiceClient(), getServiceCapabilities()]);
  // The list begins before the identity is known: every member sees the channels.
  const listed = listChannelDetails(client);
  const me = await getIdentity();
  const isOwn = isEmbeddedService();
  const holds = (scope: string) => !isOwn || (me.ok?.scopes.includes(scope) ?? false);
  if (!offered.has("listChannelDetails")) {
    return { channels: await listed, hasDetails: false, mayChange: false, members: null, ...withoutAccounts };
  }
  const mayChange = canChangeChannels(offered, me.ok?.scopes ?? []);
  const [channels, members, methods] = await Promise.all([
    listed,
    mayChange && offered.has("listMembers") && holds("members:manage") ? client.listMembers({ limit: 100 }) : null,
    mayChange && offered.has("connectAccount") && offered.has("listConnectWays") ? client.listConnectWays() : null,
  ]);
  const named = members?.ok?.data.map(({ id, name, email }) => ({ id, name, email })) ?? null;
  return {
    channels,
    hasDetails: true,
    mayChange,
    members: named,
    methods: methods?.ok ?? null,
    mayOperate: offered.has("setPlatformApp"),
  };
}
