"use client";
import { type RefObject, useCallback } from "react";
import { flushSync } from "react-dom";
import type { View } from "#components/preview/channel-preview.ts";
import { sheetOf } from "#components/composer/state/submission/submit-requests.ts";
import { partsOn, type Sheet } from "#components/composer/state/draft.ts";
import type { Composer } from "#components/composer/state/composer-state.ts";
import type { RulesOf } from "#components/composer/state/platform-rules.ts";
import { documentFieldId, writingField } from "#components/composer/editor/input/editor-fields.ts";
import type { Measure } from "#components/composer/editor/text-engine/use-text-engine.ts";

type Ways = {
  views: readonly View[];
  measure: Measure | null;
  rulesOf: RulesOf;
  latest: RefObject<Composer>;
  show: (sheet: Sheet) => void;
};

/** Puts the caret into what a channel gets: at the first character too much for it, or at the beginning of a part. */
export function useGoTo({ views, measure, rulesOf, latest, show }: Ways) {
  const goToPart = useCallback(
    (channelId: string, part: number, at = 0) => {
      const { draft } = latest.current;
      const sheet = sheetOf(draft, channelId);
      const parts = partsOn(draft, sheet);
      // The field must be there before it can have the focus.
      flushSync(() => show(sheet));
      const field = writingField((parts[part] ?? parts[0])?.id);
      if (!field) return;
      const texts = parts.map(({ text }) => text);
      if (field.id === documentFieldId) return measure?.goInDocument(field, texts, part, at);
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
      const place = view?.plan && rules && measure?.placeOfExcess(view.texts, view.plan, rules);
      if (place) goToPart(channelId, place.part, place.at);
    },
    [views, measure, rulesOf, goToPart],
  );
  return { goToPart, goToExcess };
}
