"use server";
import { api } from "#lib/contract/api";
import type { Result } from "#lib/contract/errors";
import type { Organization } from "#lib/contract/types";
import { gateway } from "#lib/gateway/gateway";
import { badInput } from "./bad-input.ts";

/** Renames the organization, or changes what is named of its rules. */
export async function changeOrganization(input: unknown): Promise<Result<Organization>> {
  const asked = api.changeOrganization.body.safeParse(input);
  return asked.success ? (await gateway()).changeOrganization(asked.data) : badInput(asked.error);
}
