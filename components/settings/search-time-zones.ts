import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { isTimeZone } from "#lib/time/resolve-wall-time.ts";

export type TimeZoneOption = { zone: string; place: string; region: string };

const toSearchText = (zone: string) => zone.replaceAll("_", " ").replaceAll("/", " ").toLocaleLowerCase("en");

/** Returns a zone's readable name: its place and its region. */
export function describeTimeZone(zone: string): TimeZoneOption {
  return { zone, place: getTimeZoneCity(zone), region: zone.split("/").slice(0, -1).join(", ").replaceAll("_", " ") };
}

/**
 * Returns the zones whose names contain every word, zones whose place begins with them first. The runtime lists one
 * name for each zone (Asia/Calcutta): another name (Asia/Kolkata), and UTC, is found by its full name.
 */
export function searchTimeZones(zones: readonly string[], text: string): string[] {
  const terms = toSearchText(text.trim()).split(/\s+/).filter(Boolean);
  const query = text.trim().replaceAll(" ", "_");
  const exact = /^[A-Za-z]/.test(query) && isTimeZone(query) && !zones.includes(query) ? [query] : [];
  const matches = zones.filter((zone) => terms.every((term) => toSearchText(zone).includes(term)));
  const startsWithQuery = (zone: string) =>
    terms.length > 0 && toSearchText(getTimeZoneCity(zone)).startsWith(terms.join(" "));
  return [...exact, ...matches.filter(startsWithQuery), ...matches.filter((zone) => !startsWithQuery(zone))];
}
