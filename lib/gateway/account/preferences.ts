import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { type DisplayPreferences, getLocaleTimes } from "#lib/time/display-preferences.ts";
import { isTimeZone } from "#lib/time/resolve-wall-time.ts";
import { readSettingsOrDefaults } from "./member-settings.ts";

/** Holds the zone name of the browser's clock. */
export const timeZoneCookie = "tz";

/** Returns the signed-in member's preferences for times and lists; reads them once per request. */
export const readPreferences = cache(async (): Promise<DisplayPreferences> => {
  const [settings, browser] = await Promise.all([readSettingsOrDefaults(), readBrowserTimes()]);
  return {
    // A newer runtime, or a remote service, may have stored a zone that this runtime does not know.
    zone: settings.zone !== null && isTimeZone(settings.zone) ? settings.zone : await readBrowserTimeZone(),
    secondZone: settings.second_zone !== null && isTimeZone(settings.second_zone) ? settings.second_zone : null,
    weekStart: settings.week_start,
    clock: settings.clock ?? browser.clock,
    // A remote service of an earlier version stores no such setting.
    dateOrder: settings.date_order ?? browser.dateOrder,
    density: settings.density,
    undoSeconds: settings.undo_seconds ?? 5,
  };
});

/** Returns the browser's own zone if the cookie has one, otherwise UTC. */
export async function readBrowserTimeZone(): Promise<string> {
  const told = (await cookies()).get(timeZoneCookie)?.value;
  const zone = told ? decodeTimeZone(told) : "";
  return isTimeZone(zone) ? zone : "UTC";
}

/** Returns the clock and the order of dates of the browser's first language. */
export async function readBrowserTimes(): Promise<Pick<DisplayPreferences, "clock" | "dateOrder">> {
  return getLocaleTimes((await headers()).get("accept-language")?.split(/[,;]/u, 1)[0]?.trim());
}

function decodeTimeZone(told: string): string {
  try {
    return decodeURIComponent(told);
  } catch {
    return "";
  }
}
