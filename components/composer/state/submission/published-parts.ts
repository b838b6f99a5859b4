import type { ComposerSubject, PublishedThreadPart } from "#components/composer/state/composer-state.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Post } from "#lib/contract/types.ts";

/** The parts of a thread that stopped on its way which are out, or may be: they stay, and what comes after them is written. */
export function getPublishedParts({ status, progress = [], posts }: Post): PublishedThreadPart[] {
  if (status !== "failed") return [];
  const count = progress.findLastIndex(({ state }) => state !== "waiting") + 1;
  return posts.slice(0, count).map(({ text }, at) => {
    const { state, url = null } = progress[at] ?? {};
    return { text, url, isSure: state === "sent" };
  });
}

const none: readonly PublishedThreadPart[] = [];

/** Those of what is being written. */
export const getSubjectPublishedParts = (subject: ComposerSubject): readonly PublishedThreadPart[] =>
  (subject.is === "post" && subject.fixed) || none;

/** What comes after parts that are out goes out part by part, also where all of it would be joined to one item. */
export function createContinuationRules(rulesOf: PlatformRulesLookup): PlatformRulesLookup {
  const made = new Map<PlatformRules, PlatformRules>();
  return (channel) => {
    const rules = rulesOf(channel);
    if (rules?.thread !== "when-long") return rules;
    const rest = made.get(rules) ?? { ...rules, thread: "always" };
    made.set(rules, rest);
    return rest;
  };
}
