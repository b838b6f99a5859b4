import type { Channel, ThreadChoice } from "#lib/contract/types.ts";
import type { ImageRequirements, ImageType } from "./image-requirements.ts";
import { getPlatformRules, type PlatformRules } from "./platform-rules.ts";

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
    required: reported["imageRequired"] === true || null,
    limit: count("maxCharacters"),
    urlLength: rules.urlLength === null ? null : count("urlLength"),
    max: count("maxImages"),
    maxAlt: count("maxAlt"),
    maxBytes: count("maxBytes"),
    maxPixels: count("maxPixels"),
    types: parseReportedTypes(reported["types"]),
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
      maxPixels: own.maxPixels ?? images.maxPixels,
      types: own.types ?? images.types,
    },
  };
}

const imageTypes: readonly ImageType[] = ["image/jpeg", "image/png", "image/webp", "image/gif"];

/** Returns the types of a server's list that this version knows. A server without one of them takes JPEG. */
function parseReportedTypes(reported: unknown): readonly ImageType[] | null {
  if (!Array.isArray(reported)) return null;
  const known = imageTypes.filter((type) => reported.includes(type));
  return known.length > 0 ? known : ["image/jpeg"];
}

/**
 * Returns what an account of a platform requires of images.
 * @throws Error for a platform that this version does not know
 */
export function getAccountImageRequirements(
  slug: string,
  reported: Readonly<Record<string, unknown>> = {},
): ImageRequirements {
  const rules = getPlatformRules(slug);
  if (!rules) throw new Error(`unknown platform: ${slug}`);
  return applyReportedLimits(rules, reported).images;
}

const ofAccounts = new WeakMap<PlatformRules, Map<string, PlatformRules>>();

/**
 * Returns the rules of a channel of the API. Equal limits give the same object, and the platform's own limits its own
 * rules, so that a component may compare by identity.
 */
export function getChannelRules(rules: PlatformRules, reported: Channel["reported_limits"]): PlatformRules {
  if (!reported) return rules;
  const found = ofAccounts.get(rules) ?? new Map<string, PlatformRules>();
  ofAccounts.set(rules, found);
  const key = JSON.stringify(reported);
  const known = found.get(key);
  if (known) return known;
  const made = applyReportedLimits(rules, {
    maxCharacters: reported.characters,
    maxImages: reported.images,
    maxAlt: reported.alt,
    maxBytes: reported.image_bytes,
    urlLength: reported.link,
    whole: reported.whole_text,
    imageRequired: reported.image_required,
  });
  const own = JSON.stringify(made) === JSON.stringify(rules) ? rules : made;
  found.set(key, own);
  return own;
}

const chains = new WeakMap<PlatformRules, PlatformRules>();
const joins = new WeakMap<PlatformRules, PlatformRules>();

/**
 * Returns the rules by which a text of several parts is delivered under its author's choice: a `chain` has one item for
 * each part, `join` makes one item of all, however long. Null keeps the platform's rule, and so does a platform without
 * threads, where a chain is refused on entry. Equal input gives the same object.
 */
export function applyThreadChoice(rules: PlatformRules, choice: ThreadChoice | null): PlatformRules {
  const thread = choice === "chain" ? "always" : "never";
  if (choice === null || rules.thread === "never" || rules.thread === thread) return rules;
  const known = choice === "chain" ? chains : joins;
  const chosen = known.get(rules) ?? { ...rules, thread };
  known.set(rules, chosen);
  return chosen;
}
