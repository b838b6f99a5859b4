"use client";
import { useEffect, useId, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { insertAtCaret } from "#components/composer/editor/input/editor-fields.ts";
import { announce } from "#components/ui/feedback/announce.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { createHashtagSearch } from "./create-hashtag-search.ts";
import { type CompletionQuery, findCompletionQuery } from "./find-completion-query.ts";
import { type Completion, findCompletions } from "./find-completions.ts";
import { getCaretRect } from "./get-caret-rect.ts";

type ShownCompletions = {
  field: HTMLTextAreaElement;
  query: CompletionQuery;
  options: readonly Completion[];
  active: number;
  rect: DOMRect;
};

const optionHeightPx = 40;
const widthPx = 288;
/** Space for the page's bar at the bottom, px. */
const barPx = 130;

const isEditorField = (target: EventTarget | null): target is HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement && "writing" in target.dataset && !target.readOnly;

const readQuery = (field: HTMLTextAreaElement) =>
  field.selectionStart === field.selectionEnd ? findCompletionQuery(field.value, field.selectionStart) : null;

const isSameQuery = (one: CompletionQuery | null, other: CompletionQuery | null) =>
  one?.start === other?.start && one?.text === other?.text;

const labels = { emoji: "Emoji", account: "Accounts", hashtag: "Hashtags" };

/**
 * Completes `:emoji`, `@account` and `#hashtag` in the editor's fields, in both views. The arrow keys choose, Enter and
 * Tab insert, Escape closes. The field keeps the focus, and screen readers follow the chosen option by
 * `aria-activedescendant`.
 */
export function Completions({ channelIds }: { channelIds: readonly string[] }) {
  const listId = useId();
  const [shown, setShown] = useState<ShownCompletions | null>(null);
  const latest = useRef({ shown, channelIds });
  latest.current = { shown, channelIds };

  useEffect(() => {
    let reading = new AbortController();
    const findHashtags = createHashtagSearch();
    const close = () => {
      reading.abort();
      setShown(null);
    };
    const onInput = ({ target }: Event) => {
      reading.abort();
      if (!isEditorField(target)) return;
      const query = readQuery(target);
      if (!query) return setShown(null);
      reading = new AbortController();
      const { signal } = reading;
      void findCompletions(query, latest.current.channelIds, findHashtags, signal).then(
        (options) => {
          if (signal.aborted || !isSameQuery(readQuery(target), query)) return;
          if (options.length === 0) return setShown(null);
          if (!latest.current.shown) announce(`${formatCount(options.length, "suggestion")}. Arrow keys choose.`);
          setShown({ field: target, query, options, active: 0, rect: getCaretRect(target, query.start) });
        },
        // Without suggestions the text is typed as before.
        () => setShown(null),
      );
    };
    const onKey = (event: KeyboardEvent) => {
      const { shown: now } = latest.current;
      if (!now || event.target !== now.field) return;
      // A list in view would keep the keys that publish from the composer.
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return flushSync(close);
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const picked = now.options[now.active];
      const isPick =
        event.key === "Enter" || event.key === "Tab" || (event.key === ":" && picked?.code === now.query.text);
      if (!step && !isPick && event.key !== "Escape") return;
      // The field would move the caret, break the line or begin a part.
      event.preventDefault();
      event.stopPropagation();
      if (step) setShown({ ...now, active: (now.active + step + now.options.length) % now.options.length });
      else if (isPick && picked) insertCompletion(now, picked);
      if (!step) close();
    };
    const onCaret = () => {
      const { shown: now } = latest.current;
      if (now && readQuery(now.field)?.start !== now.query.start) close();
    };
    document.addEventListener("input", onInput);
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("selectionchange", onCaret);
    document.addEventListener("focusout", close);
    addEventListener("scroll", close, { passive: true });
    addEventListener("resize", close);
    return () => {
      reading.abort();
      document.removeEventListener("input", onInput);
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("selectionchange", onCaret);
      document.removeEventListener("focusout", close);
      removeEventListener("scroll", close);
      removeEventListener("resize", close);
    };
  }, []);

  const field = shown?.field;
  const activeId = shown ? `${listId}${shown.active}` : null;
  useEffect(() => {
    if (!field || activeId === null) return;
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", listId);
    field.setAttribute("aria-activedescendant", activeId);
    return () => {
      for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"]) field.removeAttribute(name);
    };
  }, [field, activeId, listId]);

  if (!shown) return null;
  const { options, active, rect, query } = shown;
  const isBelow = rect.bottom + options.length * optionHeightPx < innerHeight - barPx;
  const left = Math.max(8, Math.min(rect.left - 12, innerWidth - widthPx - 8));
  return createPortal(
    <div
      id={listId}
      role="listbox"
      aria-label={labels[query.type]}
      style={isBelow ? { left, top: rect.bottom + 4 } : { left, bottom: innerHeight - rect.top + 4 }}
      className="fixed z-40 w-72 rounded-control border bg-paper p-1 text-14 text-ink shadow-float"
    >
      {options.map((option, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys
        <div
          key={option.text}
          id={`${listId}${at}`}
          role="option"
          aria-selected={at === active}
          tabIndex={-1}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            insertCompletion(shown, option);
            setShown(null);
          }}
          className="flex h-9 cursor-default items-center gap-2.5 rounded-chip px-2 hover:bg-sunk aria-selected:bg-accent-wash pointer-coarse:h-11"
        >
          {option.platform ? (
            <PlatformIcon platform={option.platform} label={formatPlatformName(option.platform)} size="small" />
          ) : (
            <span aria-hidden="true" className="w-6 shrink-0 text-center text-17">
              {option.sign}
            </span>
          )}
          <span className="min-w-0 truncate">{option.name}</span>
          {option.detail ? <span className="min-w-0 truncate text-13 text-ink-3">{option.detail}</span> : null}
        </div>
      ))}
    </div>,
    // Inside the page's main landmark, where screen readers look for content.
    shown.field.closest("main") ?? document.body,
  );
}

/** Replaces what was typed by the whole, as one undo step. */
function insertCompletion({ field, query }: ShownCompletions, { text }: Completion): void {
  field.setSelectionRange(query.start, query.start + query.text.length + 1);
  insertAtCaret(field, text);
}
