"use server";
import type { Result } from "#lib/contract/errors.ts";
import { SettingsChange } from "#lib/contract/endpoints/settings.ts";
import type { Settings } from "#lib/contract/types.ts";
import { changeSettings as change } from "#lib/gateway/account/settings.ts";
import { badInput } from "./input-failure.ts";

/** Changes what is named of the member's settings, and answers all of them. */
export async function changeSettings(input: unknown): Promise<Result<Settings>> {
  const asked = SettingsChange.safeParse(input);
  return asked.success ? change(asked.data) : badInput(asked.error);
}
