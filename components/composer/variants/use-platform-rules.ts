"use client";
import { useCallback, useMemo, useState } from "react";
import { defaultRulesLookup, type PlatformRulesLookup } from "#components/composer/state/platform-rules.ts";
import { createContinuationRules } from "#components/composer/state/submission/published-parts.ts";
import { getRulesWithImages } from "#lib/contract/platforms/platform-rules.ts";
import { readResourceInPlace } from "#lib/queries/read-resource.ts";
import { useRealtimeClient } from "#lib/realtime/use-live-query.ts";

/**
 * Returns the rules for counting, with or without images, and after published parts. `learn` reads the service's own
 * limits after it counted differently.
 */
export function usePlatformRules(
  hasImages: boolean,
  isRest: boolean,
): { rulesOf: PlatformRulesLookup; learn: () => void } {
  const desk = useRealtimeClient();
  const [rulesOf, setRules] = useState<PlatformRulesLookup>(() => defaultRulesLookup);
  const learn = useCallback(() => {
    const asking = Promise.all([
      import("#components/composer/state/platform-rules.ts"),
      readResourceInPlace<
        Parameters<typeof import("#components/composer/state/platform-rules.ts").createRulesLookup>[0]
      >("platforms", {}, new AbortController().signal),
    ]);
    // A service that reports no limits has explained the problem in its refusal.
    void asking.then(
      ([{ createRulesLookup: rulesWith }, told]) => setRules(() => rulesWith(told)),
      () => undefined,
    );
    // The limits of a channel's own server come with the channels.
    void desk.touch("channels").catch(() => undefined);
  }, [desk]);
  const ofImages = useMemo<PlatformRulesLookup>(() => {
    if (isRest) return createContinuationRules(rulesOf);
    if (!hasImages) return rulesOf;
    return (channel) => {
      const rules = rulesOf(channel);
      return rules && getRulesWithImages(rules, 1);
    };
  }, [rulesOf, hasImages, isRest]);
  return { rulesOf: ofImages, learn };
}
