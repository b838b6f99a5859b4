import { getChannelRules } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, type PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";

/** Returns the rules of a channel from its platform and from the limits that its own server reported. */
export type PlatformRulesLookup = (
  channel: Pick<Channel, "platform" | "reported_limits"> & Partial<Pick<Channel, "id">>,
) => PlatformRules | null;

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

/** Looks up the rules that are built into the page; a channel's own reported limits come first. */
export const defaultRulesLookup: PlatformRulesLookup = ({ platform, reported_limits: limitsOfServer }) => {
  const rules = getPlatformRules(platform);
  return rules && getChannelRules(rules, limitsOfServer);
};
