import { readPreferences } from "#lib/gateway/account/preferences.ts";

/** Returns the zone for displayed times: the member's chosen zone, else the browser's as last reported, else UTC. */
export async function readMemberZone(): Promise<string> {
  return (await readPreferences()).zone;
}
