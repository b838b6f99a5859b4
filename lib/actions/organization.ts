"use server";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Organization, OrganizationSettings } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

/** Renames the organization, or changes the given settings. */
export async function updateOrganization(input: unknown): Promise<Result<Organization>> {
  const asked = api.changeOrganization.body.safeParse(input);
  return asked.success ? (await getServiceClient()).changeOrganization(asked.data) : toInputFailure(asked.error);
}

/** Reads the organization's settings as they are now. */
export async function readOrganizationSettings(): Promise<Result<OrganizationSettings>> {
  const organization = await (await getServiceClient()).getOrganization();
  return organization.ok ? { ok: organization.ok.settings } : organization;
}
