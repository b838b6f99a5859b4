"use client";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Part } from "#components/composer/state/draft.ts";
import { CountMark } from "./counts/character-count.tsx";
import { useCounts } from "./counts/use-character-counts.ts";
import type { Measure } from "./text-engine/use-text-engine.ts";
import type { PartActs } from "./use-part-actions.ts";
import type { usePlans } from "./text-engine/use-delivery-plans.ts";
import { useWords } from "./use-part-text.ts";

type ActiveCountsProps = {
  part: Part | undefined;
  acts: PartActs;
  counted: readonly PlatformRules[];
  joined: ReturnType<typeof usePlans>["joined"];
  measure: Measure | null;
};

/** On phones: the counts of the part being written, in the bar above the keyboard. */
export function ActiveCounts({ part, acts, counted, joined, measure }: ActiveCountsProps) {
  const counts = useCounts(useWords(part, acts), counted, measure);
  if (counts.length + joined.length === 0) return null;
  return (
    <span className="flex w-full flex-wrap justify-end gap-x-3 text-13">
      {counts.map(({ rules, count }) => (
        <CountMark key={`${rules.slug}${rules.limit}`} rules={rules} count={count} />
      ))}
      {joined.map(({ rules, count }) => (
        <CountMark key={`${rules.slug}${rules.limit}`} rules={rules} count={count} label="joined" />
      ))}
    </span>
  );
}
