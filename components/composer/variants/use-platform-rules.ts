"use client";
import { useCallback, useMemo, useState } from "react";
import { rulesWithImages } from "#lib/contract/platforms/platform-rules.ts";
import { readInPlace } from "#lib/queries/read-resource.ts";
import { useDesk } from "#lib/realtime/use-live-query.ts";
import { rulesOfRest } from "#components/composer/state/submission/published-parts.ts";
import { type RulesOf, usualRules } from "#components/composer/state/platform-rules.ts";

/** The rules by which is counted, with images or without, after parts that are out; `learn` asks the service for its own, after it has counted otherwise. */
export function useRules(hasImages: boolean, isRest: boolean): { rulesOf: RulesOf; learn: () => void } {
  const desk = useDesk();
  const [rulesOf, setRules] = useState<RulesOf>(() => usualRules);
  const learn = useCallback(() => {
    const asking = Promise.all([
      import("#components/composer/state/platform-rules.ts"),
      readInPlace<Parameters<typeof import("#components/composer/state/platform-rules.ts").rulesWith>[0]>(
        "platforms",
        {},
        new AbortController().signal,
      ),
    ]);
    // A service that tells no limits has said in its refusal what was wrong.
    void asking.then(
      ([{ rulesWith }, told]) => setRules(() => rulesWith(told)),
      () => undefined,
    );
    // What an account's own server allows comes with the channels.
    void desk.touch("channels").catch(() => undefined);
  }, [desk]);
  const ofImages = useMemo<RulesOf>(() => {
    if (isRest) return rulesOfRest(rulesOf);
    if (!hasImages) return rulesOf;
    return (channel) => {
      const rules = rulesOf(channel);
      return rules && rulesWithImages(rules, 1);
    };
  }, [rulesOf, hasImages, isRest]);
  return { rulesOf: ofImages, learn };
}
