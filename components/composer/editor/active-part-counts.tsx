"use client";
import type { DraftPart } from "#components/composer/state/draft.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { CharacterCount } from "./counts/character-count.tsx";
import { usePlatformCharacterCounts } from "./counts/use-platform-character-counts.ts";
import type { TextEngine } from "./text-engine/load-text-engine.ts";
import type { useDeliveryPlans } from "./text-engine/use-delivery-plans.ts";
import { useDeferredPartText } from "./use-deferred-part-text.ts";
import type { PartActions } from "./use-part-actions.ts";

type ActivePartCountsProps = {
  part: DraftPart | undefined;
  actions: PartActions;
  counted: readonly PlatformRules[];
  joined: ReturnType<typeof useDeliveryPlans>["joined"];
  measure: TextEngine | null;
};

/**
 * Shows the counts of the part in focus: in the page's bar on phones, and below the document on wider screens, where the
 * view of parts has counts on each row.
 */
export function ActivePartCounts({ part, actions, counted, joined, measure }: ActivePartCountsProps) {
  const counts = usePlatformCharacterCounts(useDeferredPartText(part, actions), counted, measure);
  if (counts.length + joined.length === 0) return null;
  return (
    <span className="flex w-full flex-wrap justify-end gap-x-3 text-13">
      {counts.map(({ rules, count }) => (
        <CharacterCount key={`${rules.slug}${rules.limit}`} rules={rules} count={count} />
      ))}
      {joined.length > 0 ? <span className="text-ink-3">As one post</span> : null}
      {joined.map(({ rules, count }) => (
        <CharacterCount key={`${rules.slug}${rules.limit}`} rules={rules} count={count} />
      ))}
    </span>
  );
}
