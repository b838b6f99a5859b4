import type { ComposerSubject, PublishedThreadPart } from "#components/composer/state/composer-state.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules-lookup.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Post } from "#lib/contract/types.ts";

/**
 * Returns the parts of an interrupted thread that are published or may be. They are fixed, and the editor has the rest.
 */
export function getPublishedParts({ status, progress = [], posts, ...images }: Post): PublishedThreadPart[] {
  if (status !== "failed") return [];
  const count = progress.findLastIndex(({ state }) => state !== "waiting") + 1;
  return posts.slice(0, count).map(({ text }, at) => {
    const { state, url = null } = progress[at] ?? {};
    const { part_media: ofParts = [images.media ?? []] } = images;
    return { text, url, isSure: state === "sent", mediaIds: (ofParts[at] ?? []).map(({ id }) => id) };
  });
}

const none: readonly PublishedThreadPart[] = [];

export const getSubjectPublishedParts = (subject: ComposerSubject): readonly PublishedThreadPart[] =>
  (subject.type === "post" && subject.fixed) || none;

/**
 * Creates rules for the rest of an interrupted thread: it is published part by part, even if the platform would get a
 * whole thread as one item.
 */
export function createThreadOnlyRulesLookup(rulesOf: PlatformRulesLookup): PlatformRulesLookup {
  const made = new Map<PlatformRules, PlatformRules>();
  return (channel) => {
    const rules = rulesOf(channel);
    if (rules?.thread !== "when-long") return rules;
    const rest = made.get(rules) ?? { ...rules, thread: "always" };
    made.set(rules, rest);
    return rest;
  };
}
