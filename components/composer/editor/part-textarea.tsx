"use client";
import { memo, useSyncExternalStore } from "react";
import type { DraftPart } from "#components/composer/state/draft.ts";
import { AutosizeTextarea } from "#components/ui/controls/autosize-textarea.tsx";
import { getPartTextById } from "./get-part-text-by-id.ts";
import { getPartFieldId } from "./input/editor-fields.ts";
import { editorFieldProps, getImeCompositionNumber } from "./input/use-undo-redo-shortcuts.ts";
import type { PartActions } from "./use-part-actions.ts";

type PartTextareaProps = {
  part: DraftPart;
  /** Counts from 0. */
  index: number;
  /** Number of published parts before the first one here. */
  before: number;
  total: number;
  /** True while there is nothing below, so that the field is an empty space to write in. */
  isLarge: boolean;
  describedBy: string;
  isOver: boolean;
  isReadOnly: boolean;
  actions: PartActions;
};

/** The field of one part, the only component that renders between a keystroke and its paint. */
export const PartTextarea = memo(
  function PartArea(props: PartTextareaProps) {
    const { part, index, before, total, isLarge, describedBy, isOver, isReadOnly, actions } = props;
    const { id } = part;
    // The store has the current text, while the page around the field renders a moment later.
    const text = useSyncExternalStore(
      actions.subscribe,
      () => getPartTextById(actions.parts(), id) ?? part.text,
      () => part.text,
    );
    return (
      <AutosizeTextarea
        bare
        id={getPartFieldId(id)}
        aria-label={total === 1 && before === 0 ? "Text" : `Part ${before + index + 1} of ${before + total}`}
        aria-describedby={describedBy}
        aria-invalid={isOver || undefined}
        placeholder={before + index === 0 ? "What do you want to say?" : "Continue the thread…"}
        rows={isLarge ? 5 : 1}
        value={text}
        readOnly={isReadOnly}
        // Authors come here to write: letters typed before hydration stay in the field.
        autoFocus={before + index === 0 && part.text === ""}
        {...editorFieldProps}
        dir="auto"
        onChange={(event) => actions.type(id, event.target.value, getImeCompositionNumber(event.nativeEvent))}
        onPaste={(event) => actions.paste(id, event)}
        onFocus={() => actions.enter(id)}
        onKeyDown={(event) => actions.press(id, event)}
        // Positioned, so that it is painted over the mark of `PartExcess`.
        className={isLarge ? "relative min-h-[130px]" : "relative min-h-[26px]"}
      />
    );
  },
  // `part` is left out of the comparison, because the text comes from the store and not from the prop.
  ({ part, ...was }, { part: { id }, ...is }) =>
    part.id === id && (Object.keys(is) as (keyof typeof is)[]).every((name) => was[name] === is[name]),
);
