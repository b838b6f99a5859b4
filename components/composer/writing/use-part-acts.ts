"use client";
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { announce } from "#components/ui/announce";
import { showToast } from "#components/ui/toast";
import { limits } from "#lib/contract/limits";
import type { Draft, PartId } from "../machine/draft.ts";
import type { Composer, ComposerEvent } from "../machine/events.ts";
import { newId } from "../machine/new-id.ts";
import { partFieldId } from "./part-field.ts";

/** What can be done with parts; the same object for as long as the page lives, so that rows are not redrawn for it. */
export type PartActs = {
  type: (id: PartId, text: string) => void;
  enter: (id: PartId) => void;
  press: (id: PartId, event: KeyboardEvent<HTMLTextAreaElement>) => void;
  addAfter: (id: PartId) => void;
  move: (id: PartId, by: -1 | 1) => void;
  remove: (id: PartId) => void;
  split: (id: PartId, texts: readonly string[]) => void;
};

const textOf = (draft: Draft, id: PartId) => draft.parts.find((part) => part.id === id)?.text ?? "";
const placeOf = (draft: Draft, id: PartId) => draft.parts.findIndex((part) => part.id === id);

/** Parts from keyboard and buttons, and where the focus goes after each change. */
export function usePartActs(latest: RefObject<Composer>, dispatch: (event: ComposerEvent) => void) {
  const [activeId, setActiveId] = useState<PartId | null>(null);
  const aim = useRef<PartId | null>(null);

  useLayoutEffect(() => {
    if (aim.current === null) return;
    const field = document.getElementById(partFieldId(aim.current));
    aim.current = null;
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });

  const change = useCallback(
    (event: ComposerEvent, focus: PartId | null) => {
      aim.current = focus;
      dispatch(event);
    },
    [dispatch],
  );

  const acts = useMemo<PartActs>(() => {
    const addAfter = (id: PartId) => {
      const { draft } = latest.current;
      if (draft.parts.length >= limits.parts) return announce(`A thread holds ${limits.parts} parts.`);
      const fresh = newId();
      change({ type: "part-added", after: id, id: fresh }, fresh);
    };
    const remove = (id: PartId) => {
      const { draft } = latest.current;
      const at = placeOf(draft, id);
      const near = draft.parts[at - 1] ?? draft.parts[at + 1];
      change({ type: "part-removed", partId: id }, near?.id ?? id);
      if (textOf(draft, id).trim() === "") return;
      // Put back as a new change, so that what was typed since stays.
      showToast({
        message: `Removed part ${at + 1}`,
        undo: () => {
          const before = latest.current.draft;
          const part = draft.parts[at];
          if (!part) return;
          aim.current = id;
          dispatch({ type: "restored", draft: { ...before, parts: before.parts.toSpliced(at, 0, part) } });
        },
      });
    };
    const move = (id: PartId, by: -1 | 1) => {
      change({ type: "part-moved", partId: id, by }, id);
      const { draft } = latest.current;
      announce(`Part is now ${placeOf(draft, id) + 1} of ${draft.parts.length}`);
    };
    const split = (id: PartId, texts: readonly string[]) => {
      const ids = texts.slice(1).map(newId);
      change({ type: "part-split", partId: id, texts, ids }, ids.at(-1) ?? id);
      announce(`Split into ${texts.length} parts`);
    };
    const press = (id: PartId, event: KeyboardEvent<HTMLTextAreaElement>) => {
      // While a word is being put together by an input method, its keys are its own.
      if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
      const { draft } = latest.current;
      const text = textOf(draft, id);
      const field = event.currentTarget;
      const isAtEnd = field.selectionStart === field.selectionEnd && field.selectionEnd === field.value.length;
      if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        event.preventDefault();
        move(id, event.key === "ArrowUp" ? -1 : 1);
      } else if (event.key === "Enter" && !event.shiftKey && isAtEnd && text.endsWith("\n") && text.trim() !== "") {
        event.preventDefault();
        dispatch({ type: "typed", partId: id, text: text.trimEnd() });
        addAfter(id);
      } else if (event.key === "Backspace" && text === "" && draft.parts.length > 1) {
        event.preventDefault();
        remove(id);
      }
    };
    return {
      type: (id, text) => dispatch({ type: "typed", partId: id, text }),
      enter: setActiveId,
      press,
      addAfter,
      move,
      remove,
      split,
    };
  }, [latest, dispatch, change]);

  return { acts, activeId, aim };
}
