import "server-only";
import { type Embedded, readSlot } from "#lib/embedded-service.ts";
import { readVisitor } from "./embedded-account-calls.ts";

/** Whether this setup link may still be used; false where the service is elsewhere. */
export async function isSetupOpen(token: string): Promise<boolean> {
  return (await readSlot().embedded?.isSetupOpen(token)) ?? false;
}

/** Creates organization, first member and key; null where the service is elsewhere and is set up there. */
export async function setUpService(input: Parameters<Embedded["setup"]>[0]) {
  return (await readSlot().embedded?.setup(input, await readVisitor())) ?? null;
}
