// Separate from wall times, which every page computes: few pages name an offset.
import { getTimeZoneCity } from "./format-short.ts";
import { getOffsetMinutes } from "./wall-time.ts";

/** Returns the offset of a zone at an instant: `UTC+1`, `UTC−3:30`, `UTC`. */
export function formatUtcOffset(zone: string, at: Date): string {
  const minutes = Math.round(getOffsetMinutes(zone, at));
  if (minutes === 0) return "UTC";
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  return `UTC${minutes > 0 ? "+" : "−"}${Math.floor(size / 60)}${rest}`;
}

/** Formats a zone with its offset at an instant: `Berlin (UTC+1)`, `Kolkata (UTC+5:30)`, `UTC`. */
export function formatTimeZone(zone: string, at: Date): string {
  return zone === "UTC" ? zone : `${getTimeZoneCity(zone)} (${formatUtcOffset(zone, at)})`;
}
