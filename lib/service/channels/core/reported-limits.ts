import type { Channel } from "#lib/contract/types.ts";

/** Returns the limits that an account's server reported; null if it reported none. */
export function toReportedLimits(reported: Readonly<Record<string, unknown>>): Channel["reported_limits"] {
  const whole = (name: string) => {
    const value = reported[name];
    return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
  };
  const limits = {
    characters: whole("maxCharacters"),
    images: whole("maxImages"),
    alt: whole("maxAlt"),
    image_bytes: whole("maxBytes"),
    link: whole("urlLength"),
    ...(reported["whole"] === true && { whole_text: true }),
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}
