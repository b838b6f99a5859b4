"use server";
import { MemberSettingsChange } from "#lib/contract/endpoints/member-settings.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { MemberSettings } from "#lib/contract/types.ts";
import { updateSettings as change } from "#lib/gateway/account/member-settings.ts";
import { toInputFailure } from "./input-failure.ts";

/** Changes the given settings of the member and returns all of them. */
export async function updateSettings(input: unknown): Promise<Result<MemberSettings>> {
  const asked = MemberSettingsChange.safeParse(input);
  return asked.success ? change(asked.data) : toInputFailure(asked.error);
}
