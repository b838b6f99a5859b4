import "server-only";
import { cache } from "react";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { Invitation, Member, Organization, Slot } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity, getServiceClient } from "./service-client.ts";
import { isEmbeddedService } from "./service-location.ts";

/** Returns the organization with its rules; null where the service does not provide them. */
export const readOrganization = cache(async (): Promise<Result<Organization> | null> => {
  const [client, offered] = await Promise.all([getServiceClient(), getServiceCapabilities()]);
  return offered.has("getOrganization") ? client.getOrganization() : null;
});

/** The team's posting slots and the zone of their wall times. */
export type TeamSlots = { slots: Slot[]; zone: string };

/** Returns the team's posting slots; null where the service has none, such as one of an earlier version. */
export async function readTeamSlots(): Promise<TeamSlots | null> {
  const settings = (await readOrganization())?.ok?.settings;
  return settings?.slots ? { slots: settings.slots, zone: settings.slots_zone } : null;
}

/** Returns true if the service manages members and this key may. Another service checks its own scopes. */
export const canManageMembers = cache(async (): Promise<boolean> => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  if (!offered.has("listMembers")) return false;
  return !isEmbeddedService() || (me.ok?.scopes.includes("members:manage") ?? false);
});

const perPage = 100;

/** Returns true if this owner is the only one, as far as the first hundred members tell. */
export async function isLastOwner(client: ServiceClient): Promise<boolean> {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  if (me.ok?.membership.role !== "owner" || !offered.has("listMembers")) return false;
  const { ok } = await client.listMembers({ limit: perPage });
  return (
    ok !== undefined && ok.pagination.total <= perPage && ok.data.filter(({ role }) => role === "owner").length === 1
  );
}

export type MembersSnapshot = { members: Member[]; total: number; invitations: Invitation[]; isCut: boolean };
/** Reads a page of members and the open invitations; null where the service has none. */
export async function readMembers(
  client: ServiceClient,
  at: { state: "active" | "removed"; q: string; offset: number },
): Promise<{ ok: MembersSnapshot; error?: undefined } | { error: Failure } | null> {
  const offered = await getServiceCapabilities();
  if (!offered.has("listMembers")) return null;
  const query = { state: at.state, limit: perPage, offset: at.offset, ...(at.q && { q: at.q }) };
  const [members, invitations] = await Promise.all([
    client.listMembers(query),
    offered.has("listInvitations") ? client.listInvitations({ state: "open", limit: perPage }) : null,
  ]);
  if (members.error) return { error: members.error };
  if (invitations?.error) return { error: invitations.error };
  const { data, pagination } = members.ok;
  const open = invitations?.ok?.data ?? [];
  return { ok: { members: data, total: pagination.total, invitations: open, isCut: pagination.total > perPage } };
}
