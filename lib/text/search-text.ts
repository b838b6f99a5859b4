import { normalizeUnicode } from "./normalise-text.ts";

/** Returns a text as searches compare it: in small letters and without accents, as the service's own search does. */
export const toSearchText = (text: string): string =>
  normalizeUnicode(normalizeUnicode(text, "NFKD").replace(/[\u0300-\u036f]/gu, ""), "NFC")
    .toLowerCase()
    .replaceAll("ß", "ss");
