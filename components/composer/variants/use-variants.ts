"use client";
import { type RefObject, useCallback, useState } from "react";
import type { Channel } from "#lib/contract/types.ts";
import { sheetOf } from "#components/composer/state/submission/submit-requests.ts";
import { type Draft, partsOn, writtenParts } from "#components/composer/state/draft.ts";
import type { Composer, ComposerEvent } from "#components/composer/state/composer-state.ts";
import type { RulesOf } from "#components/composer/state/platform-rules.ts";
import type { Measure } from "#components/composer/editor/text-engine/use-text-engine.ts";
import { usePlans } from "#components/composer/editor/text-engine/use-delivery-plans.ts";
import { useGoTo } from "#components/composer/channels/use-go-to.ts";
import { useSheet } from "./use-active-variant.ts";
import { useViews } from "./use-channel-previews.ts";

type Ways = {
  draft: Draft;
  channels: readonly Channel[];
  latest: RefObject<Composer>;
  dispatch: (event: ComposerEvent) => void;
  measure: Measure | null;
  rulesOf: RulesOf;
};

/** Who gets which words: the sheet in view and its counts, what each channel gets, and the ways from one to the other. */
export function useTargets({ draft, channels, latest, dispatch, measure, rulesOf }: Ways) {
  const { draft: page, ...words } = useSheet({ draft, channels, latest, dispatch });
  const plans = usePlans(page, words.served, measure, rulesOf);
  const views = useViews({ draft, sheet: words.sheet, chosen: words.chosen, plans, measure, rulesOf });
  const ways = useGoTo({ views, measure, rulesOf, latest, show: words.show });
  const [shownId, setShownId] = useState<string | null>(null);
  const { write } = words;
  const { goToPart } = ways;
  const writeOwn = useCallback(
    (channelId: string) => {
      write(channelId);
      setShownId(channelId);
      // At their end, and with what says whose they are in view.
      scrollTo({ top: 0 });
      goToPart(channelId, 0, partsOn(latest.current.draft, channelId)[0]?.text.length);
    },
    [write, goToPart, latest],
  );
  /** What would be left of a channel's limit, chosen or not. */
  const roomFor = useCallback(
    (channel: Channel) => {
      const now = latest.current.draft;
      const rules = rulesOf(channel);
      const texts = writtenParts(now, sheetOf(now, channel.id)).map((part) => part.text);
      return rules && measure && texts.length > 0 ? measure.roomOf(measure.planParts(texts, rules), rules) : null;
    },
    [latest, measure, rulesOf],
  );
  const preview = { views, shownId, onShow: setShownId, onGoTo: ways.goToExcess, onCommon: words.dropOwn };
  return { ...words, ...ways, roomFor, page, plans, views, preview, writeOwn };
}
