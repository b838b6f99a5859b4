"use client";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ComposerState, PartsEvent } from "#components/composer/state/composer-state.ts";
import { type DraftPart, getVariantParts, type PartId, type VariantId } from "#components/composer/state/draft.ts";
import type { ComposerDispatch, ComposerSubscribe, RenderTiming } from "#components/composer/use-composer-reducer.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { newId } from "#lib/new-id.ts";
import { removeForbiddenCharacters } from "#lib/text/normalise-text.ts";
import { getPartFieldId, moveCaretAcrossParts } from "./input/editor-fields.ts";
import { getPartCommand } from "./input/part-commands.ts";
import { isLongText } from "./input/typing-idle.ts";
import { useCaret } from "./input/use-caret.ts";
import { isImeComposing, type PartCaret } from "./input/use-undo-redo.ts";
import type { SplitActionsOptions, SplitPreferences, UnscopedPartsEvent } from "./text-engine/split-actions.ts";
import { loadTextEngine, type TextEngine } from "./text-engine/use-text-engine.ts";

/** Whatever way leads to one part more than a thread holds. */
const showThreadFull = () =>
  showToast({
    message: `A thread holds ${limits.parts} parts. Nothing was added, and nothing is lost.`,
    tone: "failed",
  });

/** What can be done with parts; the same object for as long as the page lives, so that rows are not redrawn for it. */
export type PartActions = {
  /** The parts as they are at this moment, before the page has followed. */
  parts: () => readonly DraftPart[];
  listen: ComposerSubscribe;
  type: (id: PartId, text: string, composition?: number) => void;
  enter: (id: PartId) => void;
  press: (id: PartId, event: KeyboardEvent<HTMLTextAreaElement>) => void;
  addAfter: (id: PartId) => void;
  move: (id: PartId, by: number) => void;
  /** Its handle is pressed: perhaps the begin of a drag. */
  grab: (id: PartId, event: MouseEvent | TouchEvent) => void;
  remove: (id: PartId) => void;
  merge: (id: PartId) => void;
  /** Splits it so that each piece fits these platforms. */
  splitUp: (id: PartId, rules: readonly PlatformRules[]) => void;
  /** Told how many parts a text that is too long would take: split at once, where that is wanted. */
  offer: (id: PartId, text: string, count: number, rules: readonly PlatformRules[]) => void;
  /** The whole sheet says this now; what is longer than a part holds becomes several. */
  write: (texts: readonly string[], composition?: number) => void;
  paste: (id: PartId, event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** All parts become one; the caret stays where it is in this one. */
  join: (id: PartId) => void;
};

type UsePartActionsOptions = {
  wishes: SplitPreferences;
  measure: TextEngine | null;
  sheet?: VariantId;
  listen: ComposerSubscribe;
};

const showPasteFailed = () => showToast({ message: "That could not be pasted. Nothing was changed.", tone: "failed" });
const getCaret = (id: PartId, text: string) => getPartField(id)?.selectionEnd ?? text.length;
const getPartField = (id: PartId) => document.getElementById(getPartFieldId(id)) as HTMLTextAreaElement | null;

/** Parts of the sheet in view from keyboard and buttons, and where focus and caret go after each change. */
export function usePartActions(
  latest: RefObject<ComposerState>,
  dispatch: ComposerDispatch,
  options: UsePartActionsOptions,
) {
  const { sheet = null, listen } = options;
  const [activeId, setActiveId] = useState<PartId | null>(null);
  const aim = useRef<PartCaret | null>(null);
  const shown = useRef(sheet);
  shown.current = sheet;
  const asked = useRef(options);
  asked.current = options;
  /** What was typed last and may be split at once: an undo of a split is not. */
  const fresh = useRef<{ id: PartId; text: string } | null>(null);

  useLayoutEffect(() => {
    const at = aim.current;
    const field = at && getPartField(at.id);
    aim.current = null;
    if (!at || !field) return;
    field.focus();
    const start = at.start ?? field.value.length;
    field.setSelectionRange(start, at.end ?? start);
  });

  const change = useCallback(
    (event: UnscopedPartsEvent, next: PartCaret | null, follows?: RenderTiming) => {
      aim.current = next;
      dispatch({ ...event, on: shown.current } as PartsEvent, follows);
    },
    [dispatch],
  );

  const acts = useMemo<PartActions>(() => {
    const read = () => getVariantParts(latest.current.draft, shown.current);
    const textOf = (id: PartId) => read().find((part) => part.id === id)?.text ?? "";
    const placeOf = (id: PartId) => read().findIndex((part) => part.id === id);

    const addAfter = (id: PartId) => {
      if (read().length >= limits.parts) return showThreadFull();
      const fresh = newId();
      change({ type: "part-added", after: id, id: fresh }, { id: fresh });
    };
    /** The second Enter: what is blank at the end is what a merge puts back. */
    const beginNext = (id: PartId, text: string) => {
      if (read().length >= limits.parts) return showThreadFull();
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
          const now = getVariantParts(draft, on);
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
      const field = getPartField(id);
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
    const tools: SplitActionsOptions = {
      read,
      change,
      fresh,
      aimAt: (at) => {
        aim.current = at;
      },
    };
    /** What treats long texts comes with what counts them. */
    const treat = ({ createSplitActions: longActs }: TextEngine) => longActs(tools, asked.current.wishes);
    const long = () => asked.current.measure && treat(asked.current.measure);
    const most = limits.partCharacters;
    const putLong = (id: PartId, text: string, caret: number) => {
      const acts = long();
      if (acts) return acts.put(id, text, caret);
      showToast({
        message: `A part holds ${most.toLocaleString("en-GB")} characters. What stood here is unchanged.`,
        tone: "failed",
      });
    };
    const press = (id: PartId, event: KeyboardEvent<HTMLTextAreaElement>) => {
      const [parts, at] = [read(), placeOf(id)];
      const key = getPartCommand(event, parts, at);
      if (key === null) return;
      if (key === "above" || key === "below") return moveCaretAcrossParts(event.currentTarget, parts, at, key);
      event.preventDefault();
      if (key === "up" || key === "down") return move(id, key === "up" ? -1 : 1);
      if (key === "begin next") return beginNext(id, textOf(id));
      if (key === "remove") return remove(id);
      merge(parts[key === "merge" ? at : at + 1]?.id ?? "");
    };
    /** A letter, which its field shows by itself. */
    const letter = (partId: PartId, text: string, composition?: number) => {
      const event = { type: "typed", partId, text, ...(composition !== undefined && { composition }) } as const;
      change(event, null, isLongText(read().map((part) => part.text)) ? "rested" : "painted");
    };
    const type: PartActions["type"] = (id, text, composition) => {
      if (text.length > most) return putLong(id, text, getCaret(id, text));
      fresh.current = { id, text };
      letter(id, text, composition);
    };
    return {
      parts: read,
      listen,
      type,
      enter: setActiveId,
      press,
      addAfter,
      move,
      grab: (id, event) => {
        const row = getPartField(id)?.closest<HTMLElement>("[data-row]");
        if (row) startPartDrag(event, row, (by) => move(id, by));
      },
      remove,
      merge,
      splitUp: (id, rules) => long()?.splitUp(id, rules, getCaret(id, textOf(id))),
      offer: (id, text, count, rules) => {
        const typed = fresh.current;
        if (!asked.current.wishes.alwaysSplit || typed?.id !== id || typed.text !== text || isImeComposing()) return;
        if (count > 1 && count <= limits.parts - read().length + 1) long()?.splitUp(id, rules, getCaret(id, text));
      },
      write: (texts, composition) => {
        const parts = read();
        if (texts.some((text) => text.length > most))
          return void loadTextEngine().then((loaded) => treat(loaded).putSheet(texts), showPasteFailed);
        const others = parts.filter((part, at) => part.text !== texts[at]);
        const [part] = others;
        // Letters in one part are typing, which is undone by words.
        if (parts.length === texts.length && others.length === 1 && part) {
          return letter(part.id, texts[parts.indexOf(part)] ?? "", composition);
        }
        change({ type: "sheet-written", texts, ids: texts.map(newId) }, null);
      },
      join: (id) => long()?.join(id, getCaret(id, textOf(id))),
      paste: (id, event) => {
        const field = event.currentTarget;
        const given = event.clipboardData.getData("text/plain");
        const acts = long();
        const length = field.value.length - (field.selectionEnd - field.selectionStart) + given.length;
        if (acts ? !acts.paste(id, field, given) : length <= most && removeForbiddenCharacters(given).left === 0)
          return;
        // Before it is in the field: a million characters there would stop the page.
        event.preventDefault();
        // What treats it is on its way yet: it is taken in a moment later.
        if (!acts)
          void loadTextEngine().then(
            (loaded) => treat(loaded).paste(id, field, given) || showPasteFailed(),
            showPasteFailed,
          );
      },
    };
  }, [latest, dispatch, change, listen]);
  useCaret({ latest, dispatch, aim, activeId, parts: acts.parts });

  return { acts, activeId, aim };
}

/** Whether a press has ended while what follows it was loaded. */
function watchPressEnd(): () => boolean {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  for (const sign of ["mouseup", "touchend", "touchcancel"]) document.addEventListener(sign, end, { once: true });
  return () => isOver;
}

/** A handle is pressed, perhaps to drag its row. `onDrop` is told by how many places. What drags is loaded with the press. */
function startPartDrag(event: MouseEvent | TouchEvent, row: HTMLElement, onDrop: (by: number) => void): void {
  const isOver = watchPressEnd();
  void import("#components/composer/editor/drag-part.ts").then(
    ({ dragPart }) => isOver() || dragPart(event, { row, onDrop }),
    // It can't be loaded now: the buttons beside the handle do the same.
    () => undefined,
  );
}
