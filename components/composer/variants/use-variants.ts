"use client";
import { type RefObject, useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { documentFieldId, findEditorField } from "#components/composer/editor/input/editor-fields.ts";
import { useDeliveryPlans } from "#components/composer/editor/text-engine/use-delivery-plans.ts";
import type { TextEngine } from "#components/composer/editor/text-engine/use-text-engine.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import {
  type ComposerDraft,
  getPublishableParts,
  getVariantParts,
  type VariantId,
} from "#components/composer/state/draft.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules.ts";
import { getVariantId } from "#components/composer/state/submission/submit-requests.ts";
import type { ChannelPreview } from "#components/preview/channel-preview.ts";
import type { Channel } from "#lib/contract/types.ts";
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

/** Manages the variants: the active one with its counts, each channel's preview, and moves between them. */
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
      // Moves to the end of the text and scrolls up to the tabs that name the channel.
      scrollTo({ top: 0 });
      goToPart(channelId, 0, getVariantParts(latest.current.draft, channelId)[0]?.text.length);
    },
    [write, goToPart, latest],
  );
  /** Returns the remaining characters of any channel, chosen or not. */
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

type UseFocusPartOptions = {
  views: readonly ChannelPreview[];
  measure: TextEngine | null;
  rulesOf: PlatformRulesLookup;
  latest: RefObject<ComposerState>;
  show: (sheet: VariantId) => void;
};

/**
 * Returns functions that move the caret in a channel's text to the first character over its limit, or to the start of a
 * part.
 */
function useFocusPart({ views, measure, rulesOf, latest, show }: UseFocusPartOptions) {
  const goToPart = useCallback(
    (channelId: string, part: number, at = 0) => {
      const { draft } = latest.current;
      const sheet = getVariantId(draft, channelId);
      const parts = getVariantParts(draft, sheet);
      // The field must be rendered before it can get the focus.
      flushSync(() => show(sheet));
      const field = findEditorField((parts[part] ?? parts[0])?.id);
      if (!field) return;
      const texts = parts.map(({ text }) => text);
      if (field.id === documentFieldId) return measure?.moveDocumentCaret(field, texts, part, at);
      field.focus();
      field.setSelectionRange(at, at);
      field.scrollIntoView({ block: "nearest" });
    },
    [latest, show, measure],
  );
  const goToExcess = useCallback(
    (channelId: string) => {
      const view = views.find(({ channel }) => channel.id === channelId);
      const rules = view && rulesOf(view.channel);
      const place = view?.plan && rules && measure?.findExcess(view.texts, view.plan, rules);
      if (place) goToPart(channelId, place.part, place.at);
    },
    [views, measure, rulesOf, goToPart],
  );
  return { goToPart, goToExcess };
}
