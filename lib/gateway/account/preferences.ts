import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import type { Preferences } from "#lib/time/display-preferences.ts";
import { isZone } from "#lib/time/time-zone.ts";
import { readSettings } from "./settings.ts";

/** Holds the name of the zone that the browser's clock is in. */
export const zoneCookie = "tz";

/** How the signed-in member wants times and lists to look; asked once per request. */
export const readPreferences = cache(async (): Promise<Preferences> => {
  const settings = await readSettings();
  return {
    // A zone that this runtime does not know was stored by a newer one, or by a remote service that does.
    zone: settings.zone !== null && isZone(settings.zone) ? settings.zone : await readBrowserZone(),
    secondZone: settings.second_zone !== null && isZone(settings.second_zone) ? settings.second_zone : null,
    weekStart: settings.week_start,
    clock: settings.clock,
    density: settings.density,
  };
});

/** The browser's own zone once it has told it; until then UTC. */
export async function readBrowserZone(): Promise<string> {
  const told = (await cookies()).get(zoneCookie)?.value;
  const zone = told ? decodeZone(told) : "";
  return isZone(zone) ? zone : "UTC";
}

function decodeZone(told: string): string {
  try {
    return decodeURIComponent(told);
  } catch {
    return "";
  }
}
