import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { isTimeZone } from "#lib/time/time-zone.ts";
import { readSettingsOrDefaults } from "./settings.ts";

/** Holds the name of the zone that the browser's clock is in. */
export const timeZoneCookie = "tz";

/** How the signed-in member wants times and lists to look; asked once per request. */
export const readPreferences = cache(async (): Promise<DisplayPreferences> => {
  const settings = await readSettingsOrDefaults();
  return {
    // A zone that this runtime does not know was stored by a newer one, or by a remote service that does.
    zone: settings.zone !== null && isTimeZone(settings.zone) ? settings.zone : await readBrowserTimeZone(),
    secondZone: settings.second_zone !== null && isTimeZone(settings.second_zone) ? settings.second_zone : null,
    weekStart: settings.week_start,
    clock: settings.clock,
    density: settings.density,
  };
});

/** The browser's own zone once it has told it; until then UTC. */
export async function readBrowserTimeZone(): Promise<string> {
  const told = (await cookies()).get(timeZoneCookie)?.value;
  const zone = told ? decodeTimeZone(told) : "";
  return isTimeZone(zone) ? zone : "UTC";
}

function decodeTimeZone(told: string): string {
  try {
    return decodeURIComponent(told);
  } catch {
    return "";
  }
}
