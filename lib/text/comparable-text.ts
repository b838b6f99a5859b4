/**
 * Removes all spaces of a text's parts, so that texts can be compared: another service may answer with the parts joined.
 * Linear in the text.
 */
export const toComparableText = (parts: readonly string[]): string => parts.join("").replace(/\s+/gu, "");
