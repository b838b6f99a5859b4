"use client";
import type { RefObject } from "react";
import { documentFieldId, findEditorField } from "#components/composer/editor/input/editor-fields.ts";
import type { PartCaret } from "#components/composer/editor/input/use-undo-redo-shortcuts.ts";
import type { TextEngine } from "#components/composer/editor/text-engine/load-text-engine.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { type ComposerDraft, getVariantParts, type VariantId } from "#components/composer/state/draft.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { limits } from "#lib/contract/limits.ts";
import { newId } from "#lib/new-id.ts";
import { type InsertPosition, insertTemplate } from "./insert-template.ts";

export type InsertTemplateOptions = {
  /** The part in focus. */
  partId: string | undefined;
  variantId: VariantId;
  measure: TextEngine;
  latest: RefObject<ComposerState>;
  dispatch: (event: ComposerEvent) => void;
  focusTarget: RefObject<PartCaret | null>;
};

/** Inserts a template at the caret in either view, as one undo step. */
export function useInsertTemplate({
  partId,
  variantId,
  measure,
  latest,
  dispatch,
  focusTarget,
}: InsertTemplateOptions) {
  return (template: ComposerDraft) => {
    const { draft } = latest.current;
    const inserted = insertTemplate(draft, template, getInsertPosition(draft, variantId, partId, measure), newId);
    if ("refusal" in inserted)
      return showToast({ tone: "failed", message: `${inserted.refusal} Nothing was inserted.` });
    focusTarget.current = inserted.caret;
    dispatch({ type: "restored", draft: inserted.draft });
    announce("Template inserted");
    if (inserted.ownLeft > 0) {
      const where = inserted.ownLeft === 1 ? "one channel" : `${inserted.ownLeft} channels`;
      showToast({ message: `The template's custom text for ${where} was not inserted.` });
    }
    if (inserted.imagesLeft > 0)
      showToast({
        message: `Up to ${limits.imagesPerPost} images per part: ${inserted.imagesLeft} of the template's ${inserted.imagesLeft === 1 ? "was" : "were"} not added.`,
      });
  };
}

function getInsertPosition(
  draft: ComposerDraft,
  variantId: VariantId,
  partId: string | undefined,
  measure: TextEngine,
): InsertPosition {
  const parts = getVariantParts(draft, variantId);
  const part = Math.max(
    0,
    parts.findIndex(({ id }) => id === partId),
  );
  const field = findEditorField(partId);
  if (!field) return { variantId, part, start: parts[part]?.text.length ?? 0, end: parts[part]?.text.length ?? 0 };
  const { value, selectionStart, selectionEnd } = field;
  if (field.id !== documentFieldId) return { variantId, part, start: selectionStart, end: selectionEnd };
  const from = measure.toPartPosition(value, selectionStart, limits.parts);
  const to = measure.toPartPosition(value, selectionEnd, limits.parts);
  const end = to.part === from.part ? to.at : (parts[from.part]?.text.length ?? from.at);
  return { variantId, part: from.part, start: from.at, end };
}
