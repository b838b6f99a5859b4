import { getChannelRules } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, type PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";

/** The rules of one account, by its platform and what its own server told. */
export type PlatformRulesLookup = (channel: Pick<Channel, "platform" | "told">) => PlatformRules | null;
/** What a service tells of a platform's limits. */
type ReportedLimits = readonly { slug: string; limit: number; byte_limit: number | null }[];

/**
 * The rules of platforms with the limits that the service has told: it may know others than the page came with, and it has
 * the last word. An account's own go before them. The same object for the same limits, as long as the function is kept.
 */
export function createRulesLookup(told: ReportedLimits): PlatformRulesLookup {
  const changed = new Map<string, PlatformRules>();
  for (const { slug, limit, byte_limit: byteLimit } of told) {
    const rules = getPlatformRules(slug);
    if (rules && (rules.limit !== limit || rules.byteLimit !== byteLimit))
      changed.set(slug, { ...rules, limit, byteLimit });
  }
  return ({ platform, told: own }) => {
    const rules = changed.get(platform) ?? getPlatformRules(platform);
    return rules && getChannelRules(rules, own);
  };
}

/** The rules that the page came with. */
export const defaultRulesLookup: PlatformRulesLookup = createRulesLookup([]);
