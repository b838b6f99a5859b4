"use client";
import {
  type ChangeEvent,
  type ClipboardEvent,
  memo,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { runAfterPaint } from "#components/composer/editor/input/run-after-paint.ts";
import { isLongText, typingIdleMs } from "#components/composer/editor/input/typing-idle.ts";
import type { DraftPart } from "#components/composer/state/draft.ts";
import { findTextChange } from "#components/composer/state/undo-history.ts";
import { AutosizeTextarea } from "#components/ui/controls/autosize-textarea.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { removeForbiddenCharacters } from "#lib/text/normalise-text.ts";
import { documentFieldId, insertAtCaret } from "./input/editor-fields.ts";
import { editorFieldProps, getCompositionId } from "./input/use-undo-redo.ts";
import {
  documentToParts,
  partsToDocument,
  separateAtEmptyLines,
  splitDocument,
  toDocumentPosition,
} from "./text-engine/document-text.ts";
import { formatRemovedCharacters } from "./text-engine/split-part.ts";
import type { TextEngine } from "./text-engine/use-text-engine.ts";
import type { PartActions } from "./use-part-actions.ts";

/** A selection in one part, from 0. */
export type PartSelection = { part: number; start: number; end: number };

type DocumentViewProps = {
  parts: readonly DraftPart[];
  /** Platforms on which each part is an item of its own. */
  counted: readonly PlatformRules[];
  measure: TextEngine | null;
  acts: PartActions;
  isReadOnly: boolean;
  /** Where the caret was in the other view. */
  from: PartSelection;
};

const maxCharacters = 250_000;
const showRefusal = (why: string) =>
  showToast({ message: `${why} Nothing was put in; what stood here is unchanged.`, tone: "failed" });
const formatCount = (count: number) => count.toLocaleString("en-GB");
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/** All parts as one text. What was typed stays as it was typed for as long as it says what the parts say. */
export function DocumentView({ parts, counted, measure, acts, isReadOnly, from }: DocumentViewProps) {
  // The words as they are: the page around them follows a moment later.
  const now = useSyncExternalStore(acts.listen, acts.parts, () => parts);
  const texts = useMemo(() => now.map((part) => part.text), [now]);
  const [typed, setTyped] = useState(() => ({ text: partsToDocument(texts), says: texts }));
  const text = useMemo(() => (isSame(typed.says, texts) ? typed.text : partsToDocument(texts)), [typed, texts]);
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = useRef(text);
  const next = useRef<{ start: number; end: number } | null>({
    start: toDocumentPosition(texts, from.part, from.start),
    end: toDocumentPosition(texts, from.part, from.end),
  });

  useLayoutEffect(() => {
    // Changed from elsewhere, as by undo: the caret goes to where it changed.
    if (shown.current !== text) {
      const { at, put } = findTextChange(shown.current, text);
      next.current ??= { start: at + put.length, end: at + put.length };
    }
    shown.current = text;
    if (!next.current || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(next.current.start, next.current.end);
    next.current = null;
  });

  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    const { value, selectionEnd } = event.target;
    const composition = getCompositionId(event.nativeEvent);
    const made =
      composition === undefined ? separateAtEmptyLines(text, value, selectionEnd) : { text: value, at: selectionEnd };
    const said = documentToParts(made.text, limits.parts);
    // It becomes parts, which are shown as soon as they are there: until then what stood here does.
    if (said.some((one) => one.length > limits.partCharacters)) return acts.write(said);
    setTyped({ text: made.text, says: said });
    shown.current = made.text;
    if (made.text !== value) next.current = { start: made.at, end: made.at };
    acts.write(said, composition);
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const given = event.clipboardData.getData("text/plain");
    const { length } = given;
    const { text: words, left } = removeForbiddenCharacters(given);
    if (text.length + length <= maxCharacters && left === 0) return;
    // Before it is in the field: a million characters there would stop the page.
    event.preventDefault();
    if (text.length + length <= maxCharacters) {
      if (isReadOnly) return;
      insertAtCaret(event.currentTarget, words);
      return showToast({ message: formatRemovedCharacters(left), tone: "failed" });
    }
    showRefusal(`That is ${formatCount(length)} characters; a thread holds ${formatCount(maxCharacters)} here.`);
  }

  return (
    <div className="grid grid-cols-1 pb-4 pl-[34px]">
      <TextBackdrop text={text} field={field} counted={counted} measure={measure} />
      <AutosizeTextarea
        bare
        ref={field}
        id={documentFieldId}
        {...editorFieldProps}
        dir="auto"
        aria-label="Document"
        aria-describedby={`${documentFieldId}-help`}
        placeholder="What do you want to say?"
        value={text}
        readOnly={isReadOnly}
        onChange={change}
        onPaste={paste}
        // Positioned as the numbers are, and after them: else the marks would be painted over the words.
        // As high as its own words, also where those behind have not become fewer yet: by that they know.
        className="relative min-h-[130px] self-start overflow-hidden [grid-area:1/1]"
      />
    </div>
  );
}

type TextBackdropProps = {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  counted: readonly PlatformRules[];
  measure: TextEngine | null;
};

/** Behind the words: where the parts are, and what is too much. They follow a key once it is painted. */
const TextBackdrop = memo(function Behind({ text, field, counted, measure }: TextBackdropProps) {
  const shown = useBackdropText(text, field);
  const segments = useMemo(() => splitDocument(shown, limits.parts), [shown]);
  // The same element until they follow: with the key itself none of a hundred is looked at.
  const drawn = useMemo(
    () => (
      <div
        aria-hidden="true"
        // A layer of its own: the browser need not look through these words when it paints what is typed over them.
        className="wrap-break-word pointer-events-none relative whitespace-pre-wrap text-17 [grid-area:1/1]"
        // The words are drawn by the field; here they only make room, and cost no paint.
        style={{ visibility: "hidden" }}
      >
        {segments.map((segment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
          <Segment key={at} number={at + 1} text={segment} counted={counted} measure={measure} />
        ))}
      </div>
    ),
    [segments, counted, measure],
  );
  const isFull = segments.length === limits.parts && splitDocument(segments.at(-1) ?? "", 2).length > 1;
  return (
    <>
      {drawn}
      <p id={`${documentFieldId}-help`} className="mt-2 text-13 text-ink-3">
        {segments.length === 1 ? "One part." : `${segments.length} parts.`} A line --- between blank lines, or three
        empty lines, begins another.
      </p>
      <p role="status" className="text-13 text-failed">
        {isFull ? `A thread holds ${limits.parts} parts: what comes after stays in the last. Nothing is lost.` : ""}
      </p>
    </>
  );
});

type SegmentProps = {
  number: number;
  text: string;
  counted: readonly PlatformRules[];
  measure: TextEngine | null;
};

/** Behind the text of a part: its number in the margin, and a mark over what is too much somewhere. */
const Segment = memo(function Segment({ number, text, counted, measure }: SegmentProps) {
  const at = useMemo(() => {
    if (!measure) return text.length;
    const places = counted.map((rules) => measure.findPartOverflow(text, rules) ?? text.length);
    return Math.min(text.length, ...places);
  }, [text, counted, measure]);
  return (
    <>
      {number > 1 ? <div>{"\n---\n\u200b"}</div> : null}
      {/* Each paragraph runs its own way, as in the field. */}
      <div data-segment="" style={{ unicodeBidi: "plaintext" }}>
        <span
          data-number=""
          style={inMargin}
          className="grid size-6 place-items-center rounded-full bg-sunk text-12 text-ink-3 tabular-nums"
        >
          {number}
        </span>
        {text.slice(0, at)}
        {at < text.length ? (
          <mark style={{ visibility: "visible" }} className="bg-failed-wash text-transparent">
            {text.slice(at)}
          </mark>
        ) : null}
        {"\u200b"}
      </div>
    </>
  );
});

/** In the margin without taking room from the words; not positioned, for each would be a layer to go through with each key. */
const inMargin = { visibility: "visible", float: "left", margin: "1px 10px 0 -34px" } as const;

/**
 * The text as what lies behind its field shows it: after the paint of a key. A long one is followed once the typing rests,
 * and at once where lines come or go: until then nothing behind would stand elsewhere.
 */
function useBackdropText(text: string, field: RefObject<HTMLElement | null>): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  latest.current = text;

  useEffect(() => {
    if (!isLongText([text])) return runAfterPaint(() => setShown(text));
    const timer = setTimeout(() => startTransition(() => setShown(text)), typingIdleMs);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    if (!field.current) return;
    // It is told before the frame is painted: a task of its own comes behind the paint.
    const follow = () => setTimeout(() => startTransition(() => setShown(latest.current)), 0);
    const observer = new ResizeObserver(follow);
    observer.observe(field.current);
    return () => observer.disconnect();
  }, [field]);

  return shown;
}
