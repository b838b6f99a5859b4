"use client";
import { type ReactNode, type RefObject, Suspense, useDeferredValue, useEffect, useMemo } from "react";
import type { DraftPart, PartId } from "#components/composer/state/draft.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { splitAtSeparators } from "./text-engine/document-text.ts";
import type { TextEngine } from "./text-engine/load-text-engine.ts";
import type { PartActions } from "./use-part-actions.ts";

// Loaded with the first text that is too long.
const SplitOffer = lazyComponent(() => import("./split-offer.tsx").then((file) => file.SplitOffer));

/** Ms without a move of the caret before its part is looked up, which reads the whole text. */
const caretPauseMs = 300;

/** Returns the part of the document in which the caret is. */
export function findCaretPartId(field: HTMLTextAreaElement, parts: readonly DraftPart[]): PartId | undefined {
  const index = splitAtSeparators(field.value.slice(0, field.selectionEnd), limits.parts).length - 1;
  return (parts[index] ?? parts[0])?.id;
}

/** Makes the part with the caret the active one, so that counts and tools follow the caret. */
export function useCaretPart(field: RefObject<HTMLTextAreaElement | null>, actions: PartActions): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onCaret = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { current } = field;
        // The caret stays where it was when a tool takes the focus, and the tool is about that part.
        const id = current && findCaretPartId(current, actions.parts());
        if (id) actions.enter(id);
      }, caretPauseMs);
    };
    document.addEventListener("selectionchange", onCaret);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", onCaret);
    };
  }, [field, actions]);
}

type DocumentPartBarProps = {
  parts: readonly DraftPart[];
  /** The part with the caret. */
  activeId: PartId | undefined;
  counted: readonly PlatformRules[];
  measure: TextEngine | null;
  actions: PartActions;
  isReadOnly: boolean;
  /** The counts of that part. */
  children: ReactNode;
};

/** The counts of the part with the caret, and the offer to split it. On phones the bar below has the counts. */
export function DocumentPartBar(props: DocumentPartBarProps) {
  const { parts, activeId, counted, measure, actions, isReadOnly, children } = props;
  const part = parts.find(({ id }) => id === activeId) ?? parts[0];
  const text = useDeferredValue(part?.text ?? "");
  const isLong = useMemo(
    () => counted.some((rules) => rules.thread !== "never" && measure?.findPartOverflow(text, rules) != null),
    [counted, measure, text],
  );
  return (
    <div
      data-part-tools=""
      className={joinClassNames(
        "flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 pl-[34px]",
        // The offer to split a text longer than the screen stays in view, above the page's bar.
        isLong && "above-bar",
      )}
    >
      {isLong && part && measure ? (
        <Suspense>
          <SplitOffer
            partId={part.id}
            text={text}
            counted={counted}
            remainingParts={limits.parts - parts.length + 1}
            measure={measure}
            actions={actions}
            isReadOnly={isReadOnly}
          />
        </Suspense>
      ) : null}
      <div className="ml-auto max-sm:hidden">{children}</div>
    </div>
  );
}
