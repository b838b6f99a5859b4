"use client";
import { Scissors } from "lucide-react";
import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import type { DraftPart, PartId } from "#components/composer/state/draft.ts";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
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

/** Ms without a keystroke before a long text is split, and ms of splitting before other tasks run. */
const quietMs = 120;
const turnMs = 8;

/**
 * Returns how many parts a text that is too long would take; 0 while unknown. Counts in slices between keystrokes,
 * because a long text takes longer than a frame. `onCounted` runs once for each text.
 */
function useSplitCount(
  text: string | null,
  rules: readonly PlatformRules[],
  measure: TextEngine | null,
  onCounted: (text: string, count: number) => void,
): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (text === null || !measure) return setCount(0);
    let found = 0;
    let timer: ReturnType<typeof setTimeout>;
    let work: ReturnType<TextEngine["cutIntoPieces"]> | null = null;
    const go = () => {
      work ??= measure.cutIntoPieces(text, rules);
      const until = performance.now() + turnMs;
      do {
        if (work.next().done) {
          setCount(found);
          return onCounted(text, found);
        }
        found += 1;
      } while (performance.now() < until);
      timer = setTimeout(go, 0);
    };
    timer = setTimeout(go, quietMs);
    return () => clearTimeout(timer);
  }, [text, rules, measure, onCounted]);
  return count;
}

type Line = { slope: "\\" | "/"; at: string; sizePx: number };

/** Draws a line as thick as the other icons', from corner to corner of its square. */
const line = ({ slope, at, sizePx }: Line) =>
  `linear-gradient(to ${slope === "\\" ? "top right" : "bottom right"}, transparent calc(50% - 0.9px), currentColor calc(50% - 0.5px) calc(50% + 0.5px), transparent calc(50% + 0.9px)) ${at} / ${sizePx}px ${sizePx}px no-repeat`;
const drawn = (...lines: readonly Line[]): CSSProperties => ({ background: lines.map(line).join() });

const styles = {
  up: drawn({ slope: "/", at: "4px 6px", sizePx: 4 }, { slope: "\\", at: "8px 6px", sizePx: 4 }),
  down: drawn({ slope: "\\", at: "4px 6px", sizePx: 4 }, { slope: "/", at: "8px 6px", sizePx: 4 }),
  cross: drawn({ slope: "\\", at: "4px 4px", sizePx: 8 }, { slope: "/", at: "4px 4px", sizePx: 8 }),
  grip: {
    background: "radial-gradient(circle, currentColor 1px, transparent 1.5px) 0 0 / 4px 5px content-box",
    padding: "1px 4px 0",
  },
} as const satisfies Record<string, CSSProperties>;

/**
 * A row's icon, drawn with gradients to look like the other icons. Chromium treats each `svg` as a picture with its own
 * compositing, which it repeats for all rows in view on each keystroke.
 */
function RowIcon({ is }: { is: keyof typeof styles }) {
  return (
    // Forced colours remove gradients, and with them the icon.
    <span
      aria-hidden="true"
      className="size-4 forced-color-adjust-none forced-colors:text-[ButtonText]"
      style={styles[is]}
    />
  );
}

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
  /** Content of the first part alone: the images. */
  children?: ReactNode;
  tools?: ReactNode;
};

/** One part on the thread line: number, text and counts. Renders again only when the part itself changed. */
export const PartRow = memo(function PartRow(props: PartRowProps) {
  const { part, index, before, total, counted, measure, actions, isReadOnly, isActive, children, tools } = props;
  const text = useDeferredPartText(part, actions);
  const counts = usePlatformCharacterCounts(text, counted, measure);
  const splittable = useMemo(() => counted.filter((rules) => rules.thread !== "never"), [counted]);
  const isLong = counts.some(({ rules, count }) => rules.thread !== "never" && count.isOver);
  const onCounted = useCallback(
    (text: string, count: number) => actions.offer(part.id, text, count, splittable),
    [actions, part.id, splittable],
  );
  const pieces = useSplitCount(isLong ? text : null, splittable, measure, onCounted);
  const remainingParts = limits.parts - total + 1;
  const isOver = counts.some(({ count }) => count.isOver);

  return (
    // Overlaps the next row by two pixels, because the row's line reaches into it. Not a `li`, because wrappers for
    // layout come between the list and the row.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      role="listitem"
      data-row=""
      className="relative -mb-0.5 grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 pb-[22px]"
    >
      <span aria-hidden="true" className="absolute top-8 bottom-0 left-[11.5px] w-px bg-line-strong" />
      <span
        aria-hidden="true"
        className={joinClassNames(
          "mt-px grid size-6 place-items-center rounded-full text-12 tabular-nums transition-colors duration-120",
          isActive ? "bg-accent font-medium text-on-accent" : "bg-sunk text-ink-3",
        )}
      >
        {before + index + 1}
      </span>
      <div className="min-w-0">
        <PartTextarea
          part={part}
          index={index}
          before={before}
          total={total}
          isReadOnly={isReadOnly}
          actions={actions}
          describedBy={counts.length > 0 ? `${getPartFieldId(part.id)}-left` : joinedRemainingId}
          isOver={isOver}
        />
        {children}
        <div className="mt-1.5 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <div
            // Less prominent in parts without focus. The style uses no opacity, because each share would be a layer to
            // composite again on each keystroke.
            className={joinClassNames(
              "-ml-1.5 flex items-center",
              isActive ? "" : "[&_button]:text-ink-3 pointer-coarse:max-sm:hidden",
            )}
          >
            {/* On phones the bar below has these buttons. */}
            {tools ? <span className="flex items-center max-sm:hidden">{tools}</span> : null}
            {total > 1 && !isReadOnly ? (
              <PartTools id={part.id} index={index} before={before} total={total} actions={actions} />
            ) : null}
          </div>
          {pieces > 1 && pieces <= remainingParts && !isReadOnly ? (
            <Button
              size="small"
              icon={<Scissors className="size-3.5" />}
              onClick={() => actions.splitUp(part.id, splittable)}
            >
              Split into {pieces} parts
            </Button>
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
        {pieces > remainingParts ? (
          <p className="text-13 text-failed">
            This needs {pieces} parts; a thread holds {limits.parts}.
          </p>
        ) : null}
      </div>
    </div>
  );
});

type PartToolsProps = { id: PartId; index: number; before: number; total: number; actions: PartActions };

function PartTools({ id, index, before, total, actions }: PartToolsProps) {
  const number = before + index + 1;
  return (
    <>
      {/* For pointers only; keys and the buttons beside the handle do the same. */}
      <span
        aria-hidden="true"
        title={`Drag part ${number}`}
        onMouseDown={(event) => {
          if (event.button !== 0) return;
          // Otherwise the drag would select text, and the field would lose the caret.
          event.preventDefault();
          actions.grab(id, event.nativeEvent);
        }}
        onTouchStart={(event) => actions.grab(id, event.nativeEvent)}
        className="grid size-7 cursor-grab select-none place-items-center rounded-chip text-ink-3 hover:text-ink pointer-coarse:size-11"
      >
        <RowIcon is="grip" />
      </span>
      <IconButton
        size="small"
        label={`Move part ${number} up`}
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={index === 0}
        onClick={() => actions.move(id, -1)}
      >
        <RowIcon is="up" />
      </IconButton>
      <IconButton
        size="small"
        label={`Move part ${number} down`}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={index === total - 1}
        onClick={() => actions.move(id, 1)}
      >
        <RowIcon is="down" />
      </IconButton>
      <IconButton size="small" label={`Remove part ${number}`} onClick={() => actions.remove(id)}>
        <RowIcon is="cross" />
      </IconButton>
    </>
  );
}
