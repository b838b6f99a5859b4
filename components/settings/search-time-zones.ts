import { toSearchText } from "#lib/text/search-text.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { isTimeZone } from "#lib/time/resolve-wall-time.ts";

export type TimeZoneOption = { zone: string; place: string; region: string };

/** The zone's own name and its city's. */
const getZoneText = (zone: string) =>
  toSearchText(`${zone.replaceAll("_", " ").replaceAll("/", " ")} ${getTimeZoneCity(zone)}`);

/** Returns a zone's readable name: its place and its region. */
export function describeTimeZone(zone: string): TimeZoneOption {
  return { zone, place: getTimeZoneCity(zone), region: zone.split("/").slice(0, -1).join(", ").replaceAll("_", " ") };
}

/**
 * Returns the zones whose names contain every word, zones whose place begins with them first. The runtime lists one
 * name for each zone (Asia/Calcutta): its city is found by its name of today, and another name (Asia/Kolkata), and UTC, by
 * the full name.
 */
export function searchTimeZones(zones: readonly string[], text: string): string[] {
  const terms = toSearchText(text.trim().replaceAll("_", " ").replaceAll("/", " ")).split(/\s+/).filter(Boolean);
  const query = text.trim().replaceAll(" ", "_");
  const exact = /^[A-Za-z]/.test(query) && isTimeZone(query) && !zones.includes(query) ? [query] : [];
  // A zone with another name is listed once.
  const listed = zones.filter((zone) => exact.every((one) => getTimeZoneCity(one) !== getTimeZoneCity(zone)));
  const matches = listed.filter((zone) => terms.every((term) => getZoneText(zone).includes(term)));
  const startsWithQuery = (zone: string) =>
    terms.length > 0 && toSearchText(getTimeZoneCity(zone)).startsWith(terms.join(" "));
  return [...exact, ...matches.filter(startsWithQuery), ...matches.filter((zone) => !startsWithQuery(zone))];
}
