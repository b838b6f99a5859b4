"use client";
import { Suspense, useMemo } from "react";
import { later } from "#components/ui/layout/lazy-component.tsx";
import type { InsertAt } from "#components/composer/templates/use-insert-template.ts";
import type { Measure } from "#components/composer/editor/text-engine/use-text-engine.ts";
import type { PartActs } from "#components/composer/editor/use-part-actions.ts";

const EmojiButton = later(() => import("#components/composer/emoji/emoji-button.tsx").then((file) => file.EmojiButton));
const WritingTools = later(() => import("./editor-toolbar.tsx").then((file) => file.WritingTools));

type ToolsAt = Omit<InsertAt, "measure"> & {
  measure: Measure | null;
  acts: PartActs;
  /** How many parts the sheet in view has. */
  partCount: number;
  hasTemplates: boolean;
  isReadOnly: boolean;
  onTravel: (way: "undone" | "redone") => void;
};

/** Tools that come once somebody begins: emoji, at the part in focus, and those of the whole text. */
export function useTools({ measure, acts, onTravel, ...at }: ToolsAt) {
  const { partId, isReadOnly, latest } = at;
  const isBegun = measure !== null;
  // The same for as long as they say the same: the row they stand in is not redrawn for them.
  const emojiTool = useMemo(
    () =>
      isBegun ? (
        <Suspense>
          <EmojiButton partId={partId} isReadOnly={isReadOnly} />
        </Suspense>
      ) : null,
    [isBegun, partId, isReadOnly],
  );
  const writingTool = measure ? (
    <Suspense>
      <WritingTools
        {...at}
        measure={measure}
        draft={latest.current.draft}
        history={latest.current.history}
        onJoin={acts.join}
        onTravel={onTravel}
      />
    </Suspense>
  ) : null;
  return { emojiTool, writingTool };
}
