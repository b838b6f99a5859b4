"use client";
import { type RefObject, useCallback } from "react";
import { flushSync } from "react-dom";
import type { ChannelPreview } from "#components/preview/channel-preview.ts";
import { getVariantId } from "#components/composer/state/submission/submit-requests.ts";
import { getVariantParts, type VariantId } from "#components/composer/state/draft.ts";
import type { ComposerState } from "#components/composer/state/composer-state.ts";
import type { PlatformRulesLookup } from "#components/composer/state/platform-rules.ts";
import { documentFieldId, findEditorField } from "#components/composer/editor/input/editor-fields.ts";
import type { TextEngine } from "#components/composer/editor/text-engine/use-text-engine.ts";

type UseFocusPartOptions = {
  views: readonly ChannelPreview[];
  measure: TextEngine | null;
  rulesOf: PlatformRulesLookup;
  latest: RefObject<ComposerState>;
  show: (sheet: VariantId) => void;
};

/** Puts the caret into what a channel gets: at the first character too much for it, or at the beginning of a part. */
export function useFocusPart({ views, measure, rulesOf, latest, show }: UseFocusPartOptions) {
  const goToPart = useCallback(
    (channelId: string, part: number, at = 0) => {
      const { draft } = latest.current;
      const sheet = getVariantId(draft, channelId);
      const parts = getVariantParts(draft, sheet);
      // The field must be there before it can have the focus.
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
