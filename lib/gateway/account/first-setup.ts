import "server-only";
import { type EmbeddedService, getAppRuntime } from "#lib/embedded-service.ts";
import { getVisitor } from "./embedded-account-calls.ts";

/** Whether this setup link may still be used; false where the service is elsewhere. */
export async function isSetupOpen(token: string): Promise<boolean> {
  return (await getAppRuntime().embedded?.isSetupOpen(token)) ?? false;
}

/** Creates organization, first member and key; null where the service is elsewhere and is set up there. */
export async function runFirstSetup(input: Parameters<EmbeddedService["setup"]>[0]) {
  return (await getAppRuntime().embedded?.setup(input, await getVisitor())) ?? null;
}
