import type { RefObject } from "react";
import type { PartCaret } from "#components/composer/editor/input/use-undo-redo-shortcuts.ts";
import type { PartsEvent } from "#components/composer/state/composer-state.ts";
import type { DraftPart, PartId } from "#components/composer/state/draft.ts";
import { getFirstPieceGap } from "#components/composer/state/reduce-parts.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { newId } from "#lib/new-id.ts";
import { toEditableText } from "#lib/text/normalise-text.ts";
import type { TextPiece } from "#lib/text/split-text.ts";
import { joinAllParts } from "./join-all-parts.ts";
import { formatRemovedCharacters, splitLongText, splitLongTexts, splitPart } from "./split-part.ts";

/** A parts event without its variant. */
export type UnscopedPartsEvent<E = PartsEvent> = E extends PartsEvent ? Omit<E, "on"> : never;

/** A member's settings for long texts. */
export type SplitPreferences = { alwaysSplit: boolean; numbering: boolean };

export type SplitActionsOptions = {
  /** Returns the parts of the active variant. */
  read: () => readonly DraftPart[];
  change: (event: UnscopedPartsEvent, next: PartCaret | null) => void;
  setFocusTarget: (at: PartCaret) => void;
  /** The text that was typed or pasted last and may be split at once. */
  fresh: RefObject<{ id: PartId; text: string } | null>;
};

const showError = (message: string) => showToast({ message, tone: "failed" });
const showSplitCount = (count: number) =>
  showToast({ message: `Split into ${count} parts: a part holds ${maxPartCharacters} characters.` });
const maxPartCharacters = formatNumber(limits.partCharacters);

/** Creates the actions for texts that are too long, by the chosen platforms' limits or by the most a part may hold. */
export function createSplitActions(
  { read, change, setFocusTarget, fresh }: SplitActionsOptions,
  splitPreferences: SplitPreferences,
) {
  const indexOf = (id: PartId) => read().findIndex((part) => part.id === id);

  function putPieces(id: PartId, pieces: readonly TextPiece[]) {
    const ids = pieces.slice(1).map(newId);
    const [texts, gaps] = [pieces.map((piece) => piece.text), pieces.map((piece) => piece.gap)];
    change({ type: "part-split", partId: id, texts, ids, gaps }, null);
  }

  /** Splits a part so that each piece fits. The caret stays at its word. */
  function split(id: PartId, rules: readonly PlatformRules[], caret: number) {
    const parts = read();
    const texts = parts.map((part) => part.text);
    const result = splitPart(texts, indexOf(id), rules, splitPreferences.numbering, caret);
    fresh.current = null;
    if (result.count < 2) return;
    if (result.texts.length > limits.parts)
      return showError(
        `That would make ${result.texts.length} parts; a thread holds ${limits.parts}. Nothing was split.`,
      );
    if (result.pieces) putPieces(id, result.pieces);
    else {
      const gaps = result.cut?.flatMap((pieces, at) =>
        pieces.map(({ gap }, piece) => {
          const whole = parts[at];
          return piece === 0 && whole ? getFirstPieceGap(whole, at, gap) : gap;
        }),
      );
      change({ type: "sheet-written", texts: result.texts, ids: result.texts.map(newId), gaps }, null);
    }
    const part = read()[result.caret.part];
    if (part) setFocusTarget({ id: part.id, start: result.caret.at });
    announce(`Split into ${result.count} parts`);
  }

  /** Inserts a text longer than a part may be as several parts, or refuses it; nothing is cut off silently. */
  function put(id: PartId, text: string, caret: number) {
    const parts = read();
    const first = indexOf(id);
    const characters = parts.reduce((sum, part) => sum + (part.id === id ? 0 : part.text.length), 0);
    const fitted = splitLongText(text, { characters, remaining: limits.parts - parts.length + 1 });
    if ("refusal" in fitted) return showError(fitted.refusal);
    putPieces(id, fitted.pieces);
    let start = 0;
    for (const [at, { gap, text: piece }] of fitted.pieces.entries()) {
      start += gap.length;
      const part = read()[first + at];
      if (part && caret <= start + piece.length) {
        setFocusTarget({ id: part.id, start: Math.max(0, caret - start) });
        break;
      }
      start += piece.length;
    }
    showSplitCount(fitted.pieces.length);
  }

  /** Applies a document with a text longer than a part may be. */
  function putSheet(texts: readonly string[]) {
    const fitted = splitLongTexts(texts, read());
    if ("refusal" in fitted) return showError(fitted.refusal);
    change({ type: "sheet-written", ...fitted, ids: fitted.texts.map(newId) }, null);
    showSplitCount(fitted.texts.length - texts.filter(({ length }) => length <= limits.partCharacters).length);
  }

  /** Joins all parts to one. Between them the characters cut by a split return, or a blank line; the numbering goes. */
  function join(id: PartId, caret: number) {
    const parts = read();
    const result = joinAllParts(parts, { part: indexOf(id), at: caret });
    const first = parts[0];
    if (parts.length < 2 || !first) return;
    if (result.text.length > limits.partCharacters)
      return showError(
        `Together they have ${formatNumber(result.text.length)} characters; a part holds ${maxPartCharacters}. Nothing was joined.`,
      );
    change({ type: "parts-joined", text: result.text }, { id: first.id, start: result.caret });
    announce(`Joined ${parts.length} parts into one`);
  }

  /** @returns false for a plain paste, which is left to the browser */
  function paste(id: PartId, field: HTMLTextAreaElement, pasted: string): boolean {
    const { selectionStart: from, selectionEnd: to, value, readOnly } = field;
    const { text: allowed, removed } = toEditableText(pasted);
    const length = value.length - (to - from) + allowed.length;
    if (readOnly || pasted === "" || (length <= limits.partCharacters && allowed === pasted)) return false;
    if (removed > 0) showError(formatRemovedCharacters(removed));
    const text = value.slice(0, from) + allowed.replace(/\r\n?/gu, "\n") + value.slice(to);
    const caret = text.length - (value.length - to);
    if (text.length > limits.partCharacters) put(id, text, caret);
    else {
      fresh.current = { id, text };
      change({ type: "typed", partId: id, text }, { id, start: caret });
    }
    return true;
  }

  return { splitUp: split, put, putSheet, paste, join };
}
