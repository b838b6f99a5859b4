"use client";
import { useCallback, useMemo, useState } from "react";
import { defaultRulesLookup, type PlatformRulesLookup } from "#components/composer/state/platform-rules.ts";
import { createContinuationRules } from "#components/composer/state/submission/published-parts.ts";
import { getRulesWithImages } from "#lib/contract/platforms/platform-rules.ts";
import { readResourceInPlace } from "#lib/queries/read-resource.ts";
import { useRealtimeClient } from "#lib/realtime/use-live-query.ts";

/** The rules by which is counted, with images or without, after parts that are out; `learn` asks the service for its own, after it has counted otherwise. */
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
    // A service that tells no limits has said in its refusal what was wrong.
    void asking.then(
      ([{ createRulesLookup: rulesWith }, told]) => setRules(() => rulesWith(told)),
      () => undefined,
    );
    // What an account's own server allows comes with the channels.
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
