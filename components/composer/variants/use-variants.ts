"use client";
import { type RefObject, useCallback, useState } from "react";
import type { Channel } from "#lib/contract/types.ts";
import { getVariantId } from "#components/composer/state/submission/submit-requests.ts";
import { type ComposerDraft, getVariantParts, getPublishableParts } from "#components/composer/state/draft.ts";
import type { ComposerState, ComposerEvent } from "#components/composer/state/composer-state.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules.ts";
import type { TextEngine } from "#components/composer/editor/text-engine/use-text-engine.ts";
import { useDeliveryPlans } from "#components/composer/editor/text-engine/use-delivery-plans.ts";
import { useFocusPart } from "#components/composer/channels/use-go-to.ts";
import { useActiveVariant } from "./use-active-variant.ts";
import { useChannelPreviews } from "./use-channel-previews.ts";

type UseVariantsOptions = {
  draft: ComposerDraft;
  channels: readonly Channel[];
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  measure: TextEngine | null;
  rulesOf: PlatformRulesLookup;
};

/** Who gets which words: the sheet in view and its counts, what each channel gets, and the ways from one to the other. */
export function useVariants({ draft, channels, latest, dispatch, measure, rulesOf }: UseVariantsOptions) {
  const { draft: page, ...words } = useActiveVariant({ draft, channels, latest, dispatch });
  const plans = useDeliveryPlans(page, words.served, measure, rulesOf);
  const views = useChannelPreviews({ draft, sheet: words.sheet, chosen: words.chosen, plans, measure, rulesOf });
  const ways = useFocusPart({ views, measure, rulesOf, latest, show: words.show });
  const [shownId, setShownId] = useState<string | null>(null);
  const { write } = words;
  const { goToPart } = ways;
  const writeOwn = useCallback(
    (channelId: string) => {
      write(channelId);
      setShownId(channelId);
      // At their end, and with what says whose they are in view.
      scrollTo({ top: 0 });
      goToPart(channelId, 0, getVariantParts(latest.current.draft, channelId)[0]?.text.length);
    },
    [write, goToPart, latest],
  );
  /** What would be left of a channel's limit, chosen or not. */
  const roomFor = useCallback(
    (channel: Channel) => {
      const now = latest.current.draft;
      const rules = rulesOf(channel);
      const texts = getPublishableParts(now, getVariantId(now, channel.id)).map((part) => part.text);
      return rules && measure && texts.length > 0 ? measure.getRemaining(measure.planParts(texts, rules), rules) : null;
    },
    [latest, measure, rulesOf],
  );
  const preview = { views, shownId, onShow: setShownId, onGoTo: ways.goToExcess, onCommon: words.dropOwn };
  return { ...words, ...ways, roomFor, page, plans, views, preview, writeOwn };
}
