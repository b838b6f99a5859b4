"use client";
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { announce } from "#components/ui/announce";
import { showToast } from "#components/ui/toast";
import { limits } from "#lib/contract/limits";
import { type PartId, partsOn, type Sheet } from "../machine/draft.ts";
import type { Composer, ComposerEvent, PartsEvent } from "../machine/events.ts";
import { newId } from "../machine/new-id.ts";
import { partFieldId } from "./part-field.ts";
import type { Aim } from "./use-history.ts";

/** What can be done with parts; the same object for as long as the page lives, so that rows are not redrawn for it. */
export type PartActs = {
  type: (id: PartId, text: string, composition?: number) => void;
  enter: (id: PartId) => void;
  press: (id: PartId, event: KeyboardEvent<HTMLTextAreaElement>) => void;
  addAfter: (id: PartId) => void;
  move: (id: PartId, by: number) => void;
  remove: (id: PartId) => void;
  merge: (id: PartId) => void;
  split: (id: PartId, texts: readonly string[], gaps?: readonly string[]) => void;
};

/** An event of a sheet that does not say which. */
type OnSheet<E = PartsEvent> = E extends PartsEvent ? Omit<E, "on"> : never;

const fieldOf = (id: PartId) => document.getElementById(partFieldId(id)) as HTMLTextAreaElement | null;

/** Parts of the sheet in view from keyboard and buttons, and where focus and caret go after each change. */
export function usePartActs(
  latest: RefObject<Composer>,
  dispatch: (event: ComposerEvent) => void,
  sheet: Sheet = null,
) {
  const [activeId, setActiveId] = useState<PartId | null>(null);
  const aim = useRef<Aim | null>(null);
  const shown = useRef(sheet);
  shown.current = sheet;

  useLayoutEffect(() => {
    const at = aim.current;
    const field = at && fieldOf(at.id);
    aim.current = null;
    if (!at || !field) return;
    field.focus();
    const start = at.start ?? field.value.length;
    field.setSelectionRange(start, at.end ?? start);
  });

  const change = useCallback(
    (event: OnSheet, next: Aim | null) => {
      aim.current = next;
      dispatch({ ...event, on: shown.current } as PartsEvent);
    },
    [dispatch],
  );

  const acts = useMemo<PartActs>(() => {
    const read = () => partsOn(latest.current.draft, shown.current);
    const textOf = (id: PartId) => read().find((part) => part.id === id)?.text ?? "";
    const placeOf = (id: PartId) => read().findIndex((part) => part.id === id);

    const addAfter = (id: PartId) => {
      if (read().length >= limits.parts) return announce(`A thread holds ${limits.parts} parts.`);
      const fresh = newId();
      change({ type: "part-added", after: id, id: fresh }, { id: fresh });
    };
    /** The second Enter: what is blank at the end is what a merge puts back. */
    const beginNext = (id: PartId, text: string) => {
      if (read().length >= limits.parts) return announce(`A thread holds ${limits.parts} parts.`);
      const fresh = newId();
      const words = text.trimEnd();
      const gaps = ["", `${text.slice(words.length)}\n`];
      change({ type: "part-split", partId: id, texts: [words, ""], ids: [fresh], gaps }, { id: fresh });
    };
    const remove = (id: PartId) => {
      const [parts, at] = [read(), placeOf(id)];
      const near = parts[at - 1] ?? parts[at + 1];
      change({ type: "part-removed", partId: id }, { id: near?.id ?? id });
      const part = parts[at];
      if (!part || part.text.trim() === "") return;
      const on = shown.current;
      // Put back as a new change, so that what was typed since stays.
      showToast({
        message: `Removed part ${at + 1}`,
        undo: () => {
          const { draft } = latest.current;
          const now = partsOn(draft, on);
          if (now.some((one) => one.id === id && one.text !== "")) return;
          aim.current = { id };
          const back = now.filter((one) => one.id !== id).toSpliced(at, 0, part);
          dispatch({
            type: "restored",
            draft: on === null ? { ...draft, parts: back } : { ...draft, own: { ...draft.own, [on]: back } },
          });
        },
      });
    };
    const move = (id: PartId, by: number) => {
      const field = fieldOf(id);
      change({ type: "part-moved", partId: id, by }, { id, start: field?.selectionStart, end: field?.selectionEnd });
      announce(`Part is now ${placeOf(id) + 1} of ${read().length}`);
    };
    const merge = (id: PartId) => {
      const before = read();
      const [first, part] = [before[placeOf(id) - 1], textOf(id)];
      if (!first) return;
      change({ type: "part-merged", partId: id }, null);
      const start = textOf(first.id).length - part.length;
      // Set after it: the caret stays between the two.
      aim.current = { id: first.id, start };
      const isDone = read() !== before;
      announce(
        isDone
          ? `Merged; ${read().length === 1 ? "one part is" : `${read().length} parts are`} left`
          : `Not merged: a part holds ${limits.partCharacters.toLocaleString("en-GB")} characters.`,
      );
      if (!isDone) aim.current = null;
    };
    const split = (id: PartId, texts: readonly string[], gaps?: readonly string[]) => {
      const ids = texts.slice(1).map(newId);
      change({ type: "part-split", partId: id, texts, ids, gaps }, { id: ids.at(-1) ?? id });
      announce(`Split into ${texts.length} parts`);
    };
    const press = (id: PartId, event: KeyboardEvent<HTMLTextAreaElement>) => {
      // While a word is being put together by an input method, its keys are its own.
      if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
      const { key, altKey, shiftKey, currentTarget: field } = event;
      const [parts, text, at] = [read(), textOf(id), placeOf(id)];
      const isCaret = field.selectionStart === field.selectionEnd && !shiftKey && !altKey;
      const isAtEnd = isCaret && field.selectionEnd === field.value.length;
      const isAtStart = isCaret && field.selectionStart === 0;
      const next = parts[at + 1];
      const act =
        altKey && (key === "ArrowUp" || key === "ArrowDown")
          ? () => move(id, key === "ArrowUp" ? -1 : 1)
          : key === "Enter" && isAtEnd && text.endsWith("\n") && text.trim() !== ""
            ? () => beginNext(id, text)
            : key === "Backspace" && text === "" && parts.length > 1
              ? () => remove(id)
              : key === "Backspace" && isAtStart && at > 0
                ? () => merge(id)
                : key === "Delete" && isAtEnd && next
                  ? () => merge(next.id)
                  : null;
      if (!act || field.readOnly) return;
      event.preventDefault();
      act();
    };
    const type: PartActs["type"] = (id, text, composition) =>
      dispatch({
        type: "typed",
        partId: id,
        text,
        on: shown.current,
        ...(composition !== undefined && { composition }),
      });
    return { type, enter: setActiveId, press, addAfter, move, remove, merge, split };
  }, [latest, dispatch, change]);

  return { acts, activeId, aim };
}
