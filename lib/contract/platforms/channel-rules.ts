import type { Channel } from "#lib/contract/types.ts";
import type { PlatformRules } from "./platform-rules.ts";

/**
 * Returns the rules of one account: limits reported by its own server override the platform's. `reported` stores the
 * reported limits under these names; values other than whole numbers above 0 are ignored.
 */
export function applyReportedLimits(rules: PlatformRules, reported: Readonly<Record<string, unknown>>): PlatformRules {
  const count = (name: string): number | null => {
    const value = reported[name];
    return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
  };
  const own = {
    // Only servers of Mastodon's API report this.
    counting: reported["whole"] === true ? ("mastodon-whole" as const) : null,
    required: reported["imageRequired"] === true ? (true as const) : null,
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
    counting: own.counting ?? rules.counting,
    limit: own.limit ?? rules.limit,
    urlLength: own.urlLength ?? rules.urlLength,
    images: {
      ...images,
      ...(own.required && { required: own.required }),
      max: own.max ?? images.max,
      maxAlt: own.maxAlt ?? images.maxAlt,
      maxBytes: own.maxBytes ?? images.maxBytes,
    },
  };
}

const ofAccounts = new WeakMap<PlatformRules, Map<string, PlatformRules>>();

/**
 * Returns the rules of a channel of the API. Equal limits give the same object, and the platform's own limits its own
 * rules, so that a component may compare by identity.
 */
export function getChannelRules(rules: PlatformRules, reported: Channel["reported_limits"]): PlatformRules {
  if (!reported) return rules;
  const {
    characters,
    images,
    alt = null,
    image_bytes: bytes = null,
    link = null,
    whole_text: whole,
    image_required: imageRequired,
  } = reported;
  const found = ofAccounts.get(rules) ?? new Map<string, PlatformRules>();
  ofAccounts.set(rules, found);
  const key = [characters, images, alt, bytes, link, whole, imageRequired].join();
  const own = {
    maxCharacters: characters,
    maxImages: images,
    maxAlt: alt,
    maxBytes: bytes,
    urlLength: link,
    whole,
    imageRequired,
  };
  const made = found.get(key) ?? applyReportedLimits(rules, own);
  const isUsual =
    made.limit === rules.limit &&
    made.urlLength === rules.urlLength &&
    made.counting === rules.counting &&
    (["max", "maxAlt", "maxBytes", "required"] as const).every((name) => made.images[name] === rules.images[name]);
  found.set(key, isUsual ? rules : made);
  return isUsual ? rules : made;
}
