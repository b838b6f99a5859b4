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
    ...(reported["imageRequired"] === true && { image_required: true }),
  };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}

/** Returns the sentences about what does not work on an account: its platform's own, and the address of images. */
export function toLimitations(reported: Readonly<Record<string, unknown>>): string[] {
  const { limitations, imageAddress } = reported;
  const all: unknown[] = [...(Array.isArray(limitations) ? limitations : []), imageAddress];
  return all.filter((sentence): sentence is string => typeof sentence === "string");
}

/** Returns what an account reported with the problem of the address from which its platform fetches images. */
export const withImageAddress = (told: Readonly<Record<string, unknown>>, problem: string | null) =>
  problem === null ? told : { ...told, imageAddress: problem };
