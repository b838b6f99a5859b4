"use client";
import { useMemo, useRef } from "react";
import type { useDeliveryPlans } from "#components/composer/editor/text-engine/use-delivery-plans.ts";
import type { TextEngine } from "#components/composer/editor/text-engine/use-text-engine.ts";
import { type ComposerDraft, getPublishableParts, type VariantId } from "#components/composer/state/draft.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules.ts";
import { getVariantId } from "#components/composer/state/submission/submit-requests.ts";
import type { ChannelPreview, RemainingLimit } from "#components/preview/channel-preview.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Channel } from "#lib/contract/types.ts";

type DeliveryPlans = ReturnType<typeof useDeliveryPlans>;
type CachedPreview = Pick<ChannelPreview, "texts" | "plan" | "room">;

type UseChannelPreviewsOptions = {
  draft: ComposerDraft;
  /** The active variant, which `plans` belong to. */
  sheet: VariantId;
  chosen: readonly Channel[];
  plans: DeliveryPlans;
  measure: TextEngine | null;
  rulesOf: PlatformRulesLookup;
};

/** Returns the preview of each chosen channel. Other variants are planned once; the active one follows the typing. */
export function useChannelPreviews({
  draft,
  sheet,
  chosen,
  plans,
  measure,
  rulesOf,
}: UseChannelPreviewsOptions): readonly ChannelPreview[] {
  const made = useRef(new WeakMap<object, Map<string, CachedPreview>>());
  const others = useStableArray(
    chosen.flatMap(({ id }) => (getVariantId(draft, id) === sheet ? [] : [getChannelParts(draft, id)])),
  );
  const owners = useStableArray(chosen.map(({ id }) => getVariantId(draft, id)));
  const { planned, texts } = plans;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active variant changes with its plans, the others with `others`
  return useMemo(() => {
    const kept = (of: object, { platform }: Channel, rules: PlatformRules | null, make: () => CachedPreview) => {
      const byRules = made.current.get(of) ?? new Map<string, CachedPreview>();
      made.current.set(of, byRules);
      // Two servers may have different limits. The text engine may load after the first plan, and a refusal may bring
      // other limits.
      const key = `${platform} ${rules?.limit} ${rules?.byteLimit} ${measure ? "" : "later"}`;
      const found = byRules.get(key) ?? make();
      byRules.set(key, found);
      return found;
    };
    return chosen.map((channel): ChannelPreview => {
      const rules = rulesOf(channel);
      const own = getVariantId(draft, channel.id);
      const roomFor = (plan: CachedPreview["plan"]): RemainingLimit | null =>
        plan && rules && measure ? measure.getRemaining(plan, rules) : null;
      const view =
        own === sheet
          ? kept(planned, channel, rules, () => {
              const plan = planned.find((one) => one.rules === rules)?.plan ?? null;
              return { texts, plan, room: texts.length > 0 ? roomFor(plan) : null };
            })
          : kept(getChannelParts(draft, channel.id), channel, rules, () => {
              const words = getPublishableParts(draft, own).map((part) => part.text);
              const plan = rules && measure ? measure.planParts(words, rules) : null;
              return { texts: words, plan, room: words.length > 0 ? roomFor(plan) : null };
            });
      return { ...view, channel, isOwn: own !== null };
    });
  }, [chosen, owners, others, sheet, planned, texts, measure, rulesOf]);
}

const getChannelParts = (draft: ComposerDraft, channelId: string) => draft.own[channelId] ?? draft.parts;

/** Returns the same list while its items stay the same. */
function useStableArray<T>(list: readonly T[]): readonly T[] {
  const kept = useRef(list);
  const isSame = kept.current.length === list.length && kept.current.every((one, at) => one === list[at]);
  if (!isSame) kept.current = list;
  return kept.current;
}
