import type { PlatformRules } from "./platforms.ts";

/**
 * The rules of one account: its own server's limits go before its platform's. What servers tell is kept in `told` under
 * these names; anything that is no whole number above 0 is passed over.
 */
export function rulesFor(rules: PlatformRules, told: Readonly<Record<string, unknown>>): PlatformRules {
  const count = (name: string): number | null => {
    const value = told[name];
    return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  const own = {
    limit: count("maxCharacters"),
    urlLength: rules.urlLength === null ? null : count("urlLength"),
    max: count("maxImages"),
    maxAlt: count("maxAlt"),
    maxBytes: count("maxBytes"),
  };
  if (Object.values(own).every((value) => value === null)) return rules;
  const { images } = rules;
  return {
    ...rules,
    limit: own.limit ?? rules.limit,
    urlLength: own.urlLength ?? rules.urlLength,
    images: {
      ...images,
      max: own.max ?? images.max,
      maxAlt: own.maxAlt ?? images.maxAlt,
      maxBytes: own.maxBytes ?? images.maxBytes,
    },
  };
}
