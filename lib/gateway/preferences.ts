import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import type { Preferences } from "#lib/time/preferences";
import { isZone } from "#lib/time/zone";

/** Holds the name of the zone that the browser's clock is in. */
export const zoneCookie = "tz";

/** How the signed-in member wants times and lists to look; asked once per request. */
export const readPreferences = cache(async (): Promise<Preferences> => {
  const told = (await cookies()).get(zoneCookie)?.value;
  const zone = told ? decodeURIComponent(told) : "";
  return {
    zone: isZone(zone) ? zone : "UTC",
    secondZone: null,
    weekStart: 1,
    clock: "24",
    density: "comfortable",
  };
});
