import "server-only";
import { type EmbeddedService, requireAppRuntime } from "#lib/embedded-service.ts";
import { getVisitor } from "./call-embedded-service.ts";

/** Returns true if this setup link is still valid; false for a remote service. */
export async function isSetupOpen(token: string): Promise<boolean> {
  return (await requireAppRuntime().embedded?.isSetupOpen(token)) ?? false;
}

/** Creates the organization, first member and key; null for a remote service, which is set up elsewhere. */
export async function runFirstSetup(input: Parameters<EmbeddedService["setup"]>[0]) {
  return (await requireAppRuntime().embedded?.setup(input, await getVisitor())) ?? null;
}
