import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { isTimeZone } from "#lib/time/time-zone.ts";

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
  const words = toSearchText(text.trim()).split(/\s+/).filter(Boolean);
  const asked = text.trim().replaceAll(" ", "_");
  const exact = /^[A-Za-z]/.test(asked) && isTimeZone(asked) && !zones.includes(asked) ? [asked] : [];
  const found = zones.filter((zone) => words.every((word) => toSearchText(zone).includes(word)));
  const begins = (zone: string) => words.length > 0 && toSearchText(getTimeZoneCity(zone)).startsWith(words.join(" "));
  return [...exact, ...found.filter(begins), ...found.filter((zone) => !begins(zone))];
}
