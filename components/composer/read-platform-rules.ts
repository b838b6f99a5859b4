import { getChannelRules } from "#lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, type PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { readResourceInPlace } from "#lib/queries/read-resource.ts";
import type { PlatformRulesLookup } from "./state/platform-rules-lookup.ts";

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

/** Reads the platforms' limits from the service. */
export async function readPlatformRules(): Promise<PlatformRulesLookup> {
  return createRulesLookup(await readResourceInPlace<ReportedLimits>("platforms", {}, new AbortController().signal));
}
