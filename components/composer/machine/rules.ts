import { type PlatformRules, platformRules } from "#lib/contract/platforms";

export type RulesOf = (slug: string) => PlatformRules | null;
/** What a service tells of a platform's limits. */
type ToldLimits = readonly { slug: string; limit: number; byte_limit: number | null }[];

/**
 * The rules of platforms with the limits that the service has told: it may know others than the page came with, and it has
 * the last word. The same object for each slug, as long as the function is kept.
 */
export function rulesWith(told: ToldLimits): RulesOf {
  const changed = new Map<string, PlatformRules>();
  for (const { slug, limit, byte_limit: byteLimit } of told) {
    const rules = platformRules(slug);
    if (rules && (rules.limit !== limit || rules.byteLimit !== byteLimit))
      changed.set(slug, { ...rules, limit, byteLimit });
  }
  return (slug) => changed.get(slug) ?? platformRules(slug);
}
