import { readPreferences } from "#lib/gateway/account/preferences.ts";

/** The zone to write times in: the one that was chosen, else the browser's, once it has told it; until then UTC. */
export async function readMemberZone(): Promise<string> {
  return (await readPreferences()).zone;
}
