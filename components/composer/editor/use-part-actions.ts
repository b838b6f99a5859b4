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
import { formatNumber } from "#components/ui/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { newId } from "#lib/new-id.ts";
import { toEditableText } from "#lib/text/normalise-text.ts";
import { getPartFieldId, moveCaretAcrossParts } from "./input/editor-fields.ts";
import { getPartCommand } from "./input/part-command-of-key.ts";
import { isLongText } from "./input/typing-idle.ts";
import { useCaret } from "./input/use-caret.ts";
import { isEditorImeComposing, type PartCaret } from "./input/use-undo-redo-shortcuts.ts";
import { loadTextEngine, type TextEngine } from "./text-engine/load-text-engine.ts";
import type { SplitActionsOptions, SplitPreferences, UnscopedPartsEvent } from "./text-engine/split-actions.ts";

/** Reports a full thread for every command that would add a part. */
const showThreadFull = () =>
  showToast({
    message: `A thread holds ${limits.parts} parts. Nothing was added.`,
    tone: "failed",
  });

/** The commands on parts. The object stays the same for the life of the page, so that rows do not render again. */
export type PartActions = {
  /** Returns the current parts, before the page has rendered them. */
  parts: () => readonly DraftPart[];
  subscribe: ComposerSubscribe;
  type: (id: PartId, text: string, composition?: number) => void;
  enter: (id: PartId) => void;
  press: (id: PartId, event: KeyboardEvent<HTMLTextAreaElement>) => void;
  addAfter: (id: PartId) => void;
  move: (id: PartId, by: number) => void;
  /** Handles a press on the part's handle, which may begin a drag. */
  grab: (id: PartId, event: MouseEvent | TouchEvent) => void;
  remove: (id: PartId) => void;
  merge: (id: PartId) => void;
  /** Splits a part so that each piece fits these platforms. */
  splitUp: (id: PartId, rules: readonly PlatformRules[]) => void;
  /** Gets the number of parts that a text that is too long would take, and splits at once if the member chose that. */
  offer: (id: PartId, text: string, count: number, rules: readonly PlatformRules[]) => void;
  /** Replaces the whole variant. A text longer than a part becomes several. */
  write: (texts: readonly string[], composition?: number) => void;
  paste: (id: PartId, event: ClipboardEvent<HTMLTextAreaElement>) => void;
  /** Joins all parts to one. The caret stays in place. */
  join: (id: PartId) => void;
};

type UsePartActionsOptions = {
  splitPreferences: SplitPreferences;
  measure: TextEngine | null;
  variantId?: VariantId;
  hasThreads?: boolean;
  subscribe: ComposerSubscribe;
};

const showPasteFailed = () => showToast({ message: "Couldn't paste that. Nothing was changed.", tone: "failed" });
const getCaret = (id: PartId, text: string) => getPartField(id)?.selectionEnd ?? text.length;
const getPartField = (id: PartId) => document.getElementById(getPartFieldId(id)) as HTMLTextAreaElement | null;

/** Returns the commands on the active variant's parts for keyboard and buttons; sets the focus and caret after each. */
export function usePartActions(
  latest: RefObject<ComposerState>,
  dispatch: ComposerDispatch,
  options: UsePartActionsOptions,
) {
  const { variantId = null, subscribe } = options;
  const [activeId, setActiveId] = useState<PartId | null>(null);
  const focusTarget = useRef<PartCaret | null>(null);
  const shown = useRef(variantId);
  shown.current = variantId;
  const latestOptions = useRef(options);
  latestOptions.current = options;
  /** The text that was typed last and may be split at once. Text restored by undoing a split may not. */
  const fresh = useRef<{ id: PartId; text: string } | null>(null);

  useLayoutEffect(() => {
    const at = focusTarget.current;
    const field = at && getPartField(at.id);
    focusTarget.current = null;
    if (!at || !field) return;
    field.focus();
    const start = at.start ?? field.value.length;
    field.setSelectionRange(start, at.end ?? start);
  });

  const change = useCallback(
    (event: UnscopedPartsEvent, next: PartCaret | null, follows?: RenderTiming) => {
      focusTarget.current = next;
      dispatch({ ...event, on: shown.current } as PartsEvent, follows);
    },
    [dispatch],
  );

  const actions = useMemo<PartActions>(() => {
    const read = () => getVariantParts(latest.current.draft, shown.current);
    const textOf = (id: PartId) => read().find((part) => part.id === id)?.text ?? "";
    const placeOf = (id: PartId) => read().findIndex((part) => part.id === id);

    const addAfter = (id: PartId) => {
      if (read().length >= limits.parts) return showThreadFull();
      const fresh = newId();
      change({ type: "part-added", after: id, id: fresh }, { id: fresh });
    };
    /** Handles the third Enter. The blank line before it becomes the gap that a merge restores. */
    const beginNext = (id: PartId, text: string) => {
      if (read().length >= limits.parts) return showThreadFull();
      const fresh = newId();
      const trimmed = text.trimEnd();
      const gaps = ["", text.slice(trimmed.length)];
      change({ type: "part-split", partId: id, texts: [trimmed, ""], ids: [fresh], gaps }, { id: fresh });
    };
    const remove = (id: PartId) => {
      const [parts, at] = [read(), placeOf(id)];
      const near = parts[at - 1] ?? parts[at + 1];
      change({ type: "part-removed", partId: id }, { id: near?.id ?? id });
      const part = parts[at];
      if (!part || part.text.trim() === "") return;
      const on = shown.current;
      showToast({
        message: `Removed part ${at + 1}`,
        isOfText: true,
        undo: () => {
          const { draft } = latest.current;
          const now = getVariantParts(draft, on);
          if (now.some((one) => one.id === id && one.text !== "")) return null;
          focusTarget.current = { id };
          const back = now.filter((one) => one.id !== id).toSpliced(at, 0, part);
          dispatch({
            type: "restored",
            draft: on === null ? { ...draft, parts: back } : { ...draft, own: { ...draft.own, [on]: back } },
          });
          return null;
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
      // Set after the change, so that the caret stays at the seam of the two texts.
      focusTarget.current = { id: first.id, start };
      const isDone = read() !== before;
      announce(
        isDone
          ? `Joined; ${read().length === 1 ? "one part is" : `${read().length} parts are`} left`
          : `Not joined: a part holds ${formatNumber(limits.partCharacters)} characters.`,
      );
      if (!isDone) focusTarget.current = null;
    };
    const tools: SplitActionsOptions = {
      read,
      change,
      fresh,
      setFocusTarget: (at) => {
        focusTarget.current = at;
      },
    };
    /** The actions for long texts are part of the text engine. */
    const treat = ({ createSplitActions: longActs }: TextEngine) =>
      longActs(tools, latestOptions.current.splitPreferences);
    const long = () => latestOptions.current.measure && treat(latestOptions.current.measure);
    const most = limits.partCharacters;
    const putLong = (id: PartId, text: string, caret: number) => {
      const actions = long();
      if (actions) return actions.put(id, text, caret);
      showToast({
        message: `A part holds ${formatNumber(most)} characters. Your text is unchanged.`,
        tone: "failed",
      });
    };
    const press = (id: PartId, event: KeyboardEvent<HTMLTextAreaElement>) => {
      const [parts, at] = [read(), placeOf(id)];
      const key = getPartCommand(event, parts, at, latestOptions.current.hasThreads);
      if (key === null) return;
      if (key === "above" || key === "below") return moveCaretAcrossParts(event.currentTarget, parts, at, key);
      event.preventDefault();
      if (key === "up" || key === "down") return move(id, key === "up" ? -1 : 1);
      if (key === "begin next") return beginNext(id, textOf(id));
      if (key === "remove") return remove(id);
      merge(parts[key === "merge" ? at : at + 1]?.id ?? "");
    };
    /** Handles a typed letter. The field itself already shows it. */
    const writeTyped = (partId: PartId, text: string, composition?: number) => {
      const event = { type: "typed", partId, text, ...(composition !== undefined && { composition }) } as const;
      change(event, null, isLongText(read().map((part) => part.text)) ? "rested" : "painted");
    };
    const type: PartActions["type"] = (id, text, composition) => {
      if (text.length > most) return putLong(id, text, getCaret(id, text));
      fresh.current = { id, text };
      writeTyped(id, text, composition);
    };
    return {
      parts: read,
      subscribe,
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
        if (
          !latestOptions.current.splitPreferences.alwaysSplit ||
          typed?.id !== id ||
          typed.text !== text ||
          isEditorImeComposing()
        )
          return;
        if (count > 1 && count <= limits.parts - read().length + 1) long()?.splitUp(id, rules, getCaret(id, text));
      },
      write: (texts, composition) => {
        const parts = read();
        if (texts.some((text) => text.length > most))
          return void loadTextEngine().then((loaded) => treat(loaded).putSheet(texts), showPasteFailed);
        const others = parts.filter((part, at) => part.text !== texts[at]);
        const [part] = others;
        // Letters in one part count as typing, which is undone by words.
        if (parts.length === texts.length && others.length === 1 && part) {
          return writeTyped(part.id, texts[parts.indexOf(part)] ?? "", composition);
        }
        change({ type: "sheet-written", texts, ids: texts.map(newId) }, null);
      },
      join: (id) => long()?.join(id, getCaret(id, textOf(id))),
      paste: (id, event) => {
        const field = event.currentTarget;
        const pasted = event.clipboardData.getData("text/plain");
        const actions = long();
        const length = field.value.length - (field.selectionEnd - field.selectionStart) + pasted.length;
        if (actions ? !actions.paste(id, field, pasted) : length <= most && toEditableText(pasted).text === pasted)
          return;
        // Refused before the text reaches the field: a million characters there would freeze the page.
        event.preventDefault();
        // The text engine is still loading, so the paste is handled a moment later.
        if (!actions)
          void loadTextEngine().then(
            (loaded) => treat(loaded).paste(id, field, pasted) || showPasteFailed(),
            showPasteFailed,
          );
      },
    };
  }, [latest, dispatch, change, subscribe]);
  useCaret({ latest, dispatch, focusTarget, activeId, parts: actions.parts });

  return { actions, activeId, focusTarget };
}

/** Returns a function that tells if the press ended while the code for it loaded. */
function watchPressEnd(): () => boolean {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  for (const sign of ["mouseup", "touchend", "touchcancel"]) document.addEventListener(sign, end, { once: true });
  return () => isOver;
}

/** Loads the drag code with the press on a handle, then drags the row. `onDrop` gets the number of places to move. */
function startPartDrag(event: MouseEvent | TouchEvent, row: HTMLElement, onDrop: (by: number) => void): void {
  const isOver = watchPressEnd();
  void import("./drag-part.ts").then(
    ({ dragPart }) => isOver() || dragPart(event, { row, onDrop }),
    // If the code can't be loaded, the buttons beside the handle still work.
    () => undefined,
  );
}
