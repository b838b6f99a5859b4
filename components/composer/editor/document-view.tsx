"use client";
import {
  type ChangeEvent,
  type ClipboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { DraftPart, PartId } from "#components/composer/state/draft.ts";
import { findTextChange } from "#components/composer/state/undo-history.ts";
import { AutosizeTextarea } from "#components/ui/controls/autosize-textarea.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { toEditableText } from "#lib/text/normalise-text.ts";
import { DocumentPartBar, findCaretPartId, useCaretPart } from "./document-part-bar.tsx";
import { documentFieldId, insertAtCaret } from "./input/editor-fields.ts";
import { runAfterPaint } from "./input/run-after-paint.ts";
import { isLongText, typingIdleMs } from "./input/typing-idle.ts";
import { editorFieldProps, getImeCompositionNumber } from "./input/use-undo-redo-shortcuts.ts";
import {
  documentToParts,
  insertPartSeparators,
  partsToDocument,
  splitAtSeparators,
  toDocumentPosition,
} from "./text-engine/document-text.ts";
import type { TextEngine } from "./text-engine/load-text-engine.ts";
import { formatRemovedCharacters } from "./text-engine/split-part.ts";
import type { PartActions } from "./use-part-actions.ts";

/** A selection in one part; `part` counts from 0. */
export type PartSelection = { part: number; start: number; end: number };

type DocumentViewProps = {
  parts: readonly DraftPart[];
  /** The part with the caret. */
  activeId: PartId | undefined;
  /** The platforms on which each part is an item of its own. */
  counted: readonly PlatformRules[];
  measure: TextEngine | null;
  actions: PartActions;
  /** False if every chosen channel publishes the parts as one post: then Enter only breaks lines. */
  hasThreads: boolean;
  isReadOnly: boolean;
  /** The selection in the other view. */
  from: PartSelection;
  /** The counts of the part with the caret. */
  counts: ReactNode;
};

const maxCharacters = 250_000;
const showRefusal = (why: string) =>
  showToast({ message: `${why} Nothing was inserted; your text is unchanged.`, tone: "failed" });
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/** Shows all parts as one text. The text stays as typed while it means the same parts. */
export function DocumentView(props: DocumentViewProps) {
  const { parts, activeId, counted, measure, actions, hasThreads, isReadOnly, from, counts } = props;
  // The store has the current text, while the page around the field renders a moment later.
  const now = useSyncExternalStore(actions.subscribe, actions.parts, () => parts);
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
    // After a change from elsewhere, such as undo, the caret goes to the change.
    if (shown.current !== text) {
      const { at, inserted } = findTextChange(shown.current, text);
      next.current ??= { start: at + inserted.length, end: at + inserted.length };
    }
    shown.current = text;
    if (!next.current || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(next.current.start, next.current.end);
    next.current = null;
  });

  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    const { value, selectionEnd } = event.target;
    const composition = getImeCompositionNumber(event.nativeEvent);
    const edited =
      composition === undefined && hasThreads
        ? insertPartSeparators(text, value, selectionEnd)
        : { text: value, at: selectionEnd };
    const newTexts = documentToParts(edited.text, limits.parts);
    // The long text becomes several parts. Until they are there, the previous text stays in view.
    if (newTexts.some((one) => one.length > limits.partCharacters)) return actions.write(newTexts);
    setTyped({ text: edited.text, says: newTexts });
    shown.current = edited.text;
    if (edited.text !== value) next.current = { start: edited.at, end: edited.at };
    actions.write(newTexts, composition);
  }

  useCaretPart(field, actions);

  /** Names the caret's part on the field before the editor receives pasted or dropped files. */
  function nameRow({ currentTarget: at }: { currentTarget: HTMLTextAreaElement }) {
    at.dataset["row"] = findCaretPartId(at, now);
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData("text/plain");
    const { length } = pasted;
    const { text: allowed, removed } = toEditableText(pasted);
    if (text.length + length <= maxCharacters && allowed === pasted) return;
    // Refused before the text reaches the field: a million characters there would freeze the page.
    event.preventDefault();
    if (text.length + length <= maxCharacters) {
      if (isReadOnly) return;
      insertAtCaret(event.currentTarget, allowed);
      if (removed > 0) showToast({ message: formatRemovedCharacters(removed), tone: "failed" });
      return;
    }
    showRefusal(`That is ${formatNumber(length)} characters; a thread holds ${formatNumber(maxCharacters)} here.`);
  }

  return (
    <>
      <div className="grid pb-4 pl-[34px]">
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
          onPasteCapture={nameRow}
          onDragOverCapture={nameRow}
          onPaste={paste}
          // Positioned like the numbers and after them, because otherwise the marks would be painted over the text. Its
          // height follows its own text even before the backdrop shrinks, because a change of the field's height updates
          // `useBackdropText`.
          className="relative min-h-[130px] self-start overflow-hidden [grid-area:1/1]"
        />
      </div>
      <DocumentPartBar
        parts={now}
        activeId={activeId}
        counted={counted}
        measure={measure}
        actions={actions}
        isReadOnly={isReadOnly}
      >
        {counts}
      </DocumentPartBar>
    </>
  );
}

type TextBackdropProps = {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  counted: readonly PlatformRules[];
  measure: TextEngine | null;
};

/**
 * The layer behind the text with the parts' numbers and the excess marks. It updates after the paint of a keystroke.
 */
const TextBackdrop = memo(function Behind({ text, field, counted, measure }: TextBackdropProps) {
  const shown = useBackdropText(text, field);
  const segments = useMemo(() => splitAtSeparators(shown, limits.parts), [shown]);
  // The element stays the same until the backdrop updates, so that React skips up to a hundred segments on each
  // keystroke.
  const drawn = useMemo(
    () => (
      <div
        aria-hidden="true"
        // A layer of its own, so that the browser skips this text when it paints the field above.
        className="pointer-events-none relative whitespace-pre-wrap text-17 [grid-area:1/1]"
        // The field paints the text; this copy only takes up space and costs no paint.
        style={{ visibility: "hidden" }}
      >
        {segments.map((segment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is identified by its position
          <Segment key={at} number={at + 1} text={segment} counted={counted} measure={measure} />
        ))}
      </div>
    ),
    [segments, counted, measure],
  );
  const isFull = segments.length === limits.parts && splitAtSeparators(segments.at(-1) ?? "", 2).length > 1;
  return (
    <>
      {drawn}
      <p id={`${documentFieldId}-help`} className="mt-2 text-13 text-ink-3">
        {segments.length === 1 ? "One part." : `${segments.length} parts.`} Start a new part with three Enters or a line
        of ---.
      </p>
      <p role="status" className="text-13 text-failed">
        {isFull ? `A thread holds ${limits.parts} parts: the rest stays in the last one.` : ""}
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

/** One part in the backdrop: its number in the margin and a mark over text that exceeds a limit. */
const Segment = memo(function Segment({ number, text, counted, measure }: SegmentProps) {
  const at = useMemo(() => {
    if (!measure) return text.length;
    const places = counted.map((rules) => measure.findPartOverflow(text, rules) ?? text.length);
    return Math.min(text.length, ...places);
  }, [text, counted, measure]);
  return (
    <>
      {number > 1 ? <div>{"\n---\n\u200b"}</div> : null}
      {/* Each paragraph has its own text direction, as in the field. */}
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

/**
 * In the margin without taking space from the text. Not positioned, because every positioned number would be a layer to
 * check on each keystroke.
 */
const inMargin = { visibility: "visible", float: "left", margin: "1px 10px 0 -34px" } as const;

/**
 * Returns the text for the layer behind the field, updated after the paint of a keystroke. A long text updates once the
 * typing pauses, or at once when the number of lines changes: before that, nothing in the layer moves.
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
    // The observer runs before the frame's paint, so a task of its own runs after it.
    const follow = () => setTimeout(() => startTransition(() => setShown(latest.current)), 0);
    const observer = new ResizeObserver(follow);
    observer.observe(field.current);
    return () => observer.disconnect();
  }, [field]);

  return shown;
}
