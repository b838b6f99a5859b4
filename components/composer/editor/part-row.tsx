"use client";
import { memo, type ReactNode, Suspense } from "react";
import type { DraftPart } from "#components/composer/state/draft.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { CharacterCount } from "./counts/character-count.tsx";
import { DebouncedDescription } from "./counts/debounced-description.tsx";
import { usePlatformCharacterCounts } from "./counts/use-platform-character-counts.ts";
import { getPartFieldId, joinedRemainingId } from "./input/editor-fields.ts";
import { PartTextarea } from "./part-textarea.tsx";
import type { TextEngine } from "./text-engine/load-text-engine.ts";
import { useDeferredPartText } from "./use-deferred-part-text.ts";
import type { PartActions } from "./use-part-actions.ts";

// Loaded with the second part.
const PartTools = lazyComponent(() => import("./part-tools.tsx").then((file) => file.PartTools));
// Both are loaded with the first text that is too long.
const SplitOffer = lazyComponent(() => import("./split-offer.tsx").then((file) => file.SplitOffer));
const PartExcess = lazyComponent(() => import("./split-offer.tsx").then((file) => file.PartExcess));

type PartRowProps = {
  part: DraftPart;
  /** Counts from 0. */
  index: number;
  /** Number of published parts before the first one here. */
  before: number;
  total: number;
  /** Platforms on which this part is an item with its own count. The array stays the same while its entries do. */
  counted: readonly PlatformRules[];
  measure: TextEngine | null;
  actions: PartActions;
  isReadOnly: boolean;
  isActive: boolean;
  /** The images of the part, and what was not added to it. */
  children?: ReactNode;
  tools?: ReactNode;
};

/** One part on the thread line: number, text and counts. Renders again only when the part itself changed. */
export const PartRow = memo(function PartRow(props: PartRowProps) {
  const { part, index, before, total, counted, measure, actions, isReadOnly, isActive, children, tools } = props;
  const text = useDeferredPartText(part, actions);
  const counts = usePlatformCharacterCounts(text, counted, measure);
  const isLong = counts.some(({ rules, count }) => rules.thread !== "never" && count.isOver);
  const isOver = counts.some(({ count }) => count.isOver);
  // Last, because they come and go with the focus. On phones the bar below has them.
  const activeTools = tools ? <span className="flex items-center max-sm:hidden">{tools}</span> : null;

  return (
    // Overlaps the next row by two pixels, because the row's line reaches into it. Not a `li`, because wrappers for
    // layout come between the list and the row.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      role="listitem"
      data-row={part.id}
      className="relative -mb-0.5 grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 pb-[22px]"
    >
      <span aria-hidden="true" className="absolute top-8 bottom-0 left-[11.5px] w-px bg-line-strong" />
      <span
        aria-hidden="true"
        className={joinClassNames(
          "mt-px grid size-6 place-items-center rounded-full text-12 tabular-nums",
          isActive ? "bg-accent font-medium text-on-accent" : "bg-sunk text-ink-3",
        )}
      >
        {before + index + 1}
      </span>
      <div className="min-w-0">
        {/* A form of its own: with the first key Chrome's autofill lays out all fields of one form, also those out of view. */}
        <form className="relative">
          {isOver && measure ? (
            <Suspense>
              <PartExcess text={text} counted={counted} measure={measure} />
            </Suspense>
          ) : null}
          <PartTextarea
            part={part}
            index={index}
            before={before}
            total={total}
            isReadOnly={isReadOnly}
            actions={actions}
            isLarge={total === 1 && !children}
            describedBy={counts.length > 0 ? `${getPartFieldId(part.id)}-left` : joinedRemainingId}
            isOver={isOver}
          />
        </form>
        {children}
        <div
          data-part-tools=""
          className={joinClassNames(
            "mt-1.5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1",
            // The offer to split a text longer than the screen stays in view, above the page's bar.
            isLong && "above-bar",
          )}
        >
          <div className="-ml-1.5 flex items-center">
            {total > 1 && !isReadOnly ? (
              <Suspense fallback={activeTools}>
                <PartTools
                  id={part.id}
                  index={index}
                  before={before}
                  total={total}
                  actions={actions}
                  isActive={isActive}
                >
                  {activeTools}
                </PartTools>
              </Suspense>
            ) : (
              activeTools
            )}
          </div>
          {isLong && measure ? (
            <Suspense>
              <SplitOffer
                partId={part.id}
                text={text}
                counted={counted}
                remainingParts={limits.parts - total + 1}
                measure={measure}
                actions={actions}
                isReadOnly={isReadOnly}
              />
            </Suspense>
          ) : null}
          <DebouncedDescription
            id={`${getPartFieldId(part.id)}-left`}
            text={measure?.describeRemaining(counts) ?? ""}
          />
          <div
            className={joinClassNames(
              "ml-auto flex flex-wrap justify-end gap-x-3.5 text-13",
              // On phones the bar below shows the counts of the part in focus.
              isActive && "max-sm:sr-only",
            )}
          >
            {counts.map(({ rules, count }) => (
              <CharacterCount key={`${rules.slug}${rules.limit}`} rules={rules} count={count} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
});
