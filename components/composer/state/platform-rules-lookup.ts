import { getChannelRules } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, type PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";

/** Returns the rules of a channel from its platform and from the limits that its own server reported. */
export type PlatformRulesLookup = (channel: Pick<Channel, "platform" | "reported_limits">) => PlatformRules | null;
/** Limits of the platforms as the service reports them. */
type ReportedLimits = readonly { slug: string; limit: number; byte_limit: number | null }[];

/**
 * Creates the lookup of platform rules with the limits that the service reported, which may be newer than the page's
 * and are decisive. A channel's own reported limits come first. The lookup returns the same object for the same limits.
 */
export function createRulesLookup(limits: ReportedLimits): PlatformRulesLookup {
  const changed = new Map<string, PlatformRules>();
  for (const { slug, limit, byte_limit: byteLimit } of limits) {
    const rules = getPlatformRules(slug);
    if (rules && (rules.limit !== limit || rules.byteLimit !== byteLimit))
      changed.set(slug, { ...rules, limit, byteLimit });
  }
  return ({ platform, reported_limits: limitsOfServer }) => {
    const rules = changed.get(platform) ?? getPlatformRules(platform);
    return rules && getChannelRules(rules, limitsOfServer);
  };
}

const documentedRules = new WeakMap<PlatformRules, PlatformRules>();

/**
 * Creates the lookup for a service that follows the API document alone: on X the parts are a thread, everywhere else they
 * are joined, however long they become.
 */
export function createDocumentedRulesLookup(lookup: PlatformRulesLookup): PlatformRulesLookup {
  return (channel) => {
    const rules = lookup(channel);
    if (rules?.thread !== "when-long") return rules;
    const found = documentedRules.get(rules) ?? { ...rules, thread: "never" };
    documentedRules.set(rules, found);
    return found;
  };
}

/** Looks up the rules that are built into the page. */
export const defaultRulesLookup: PlatformRulesLookup = createRulesLookup([]);
