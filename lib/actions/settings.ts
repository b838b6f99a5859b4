"use server";
import type { Result } from "#lib/contract/errors";
import { SettingsChange } from "#lib/contract/settings";
import type { Settings } from "#lib/contract/types";
import { changeSettings as change } from "#lib/gateway/settings";
import { badInput } from "./bad-input.ts";

/** Changes what is named of the member's settings, and answers all of them. */
export async function changeSettings(input: unknown): Promise<Result<Settings>> {
  const asked = SettingsChange.safeParse(input);
  return asked.success ? change(asked.data) : badInput(asked.error);
}
