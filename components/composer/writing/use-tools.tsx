"use client";
import { Suspense, useMemo } from "react";
import { later } from "#components/ui/later";
import type { InsertAt } from "../templates/use-insert-template.ts";
import type { Measure } from "./use-measure.ts";
import type { PartActs } from "./use-part-acts.ts";

const EmojiButton = later(() => import("../emoji/emoji-button.tsx").then((file) => file.EmojiButton));
const WritingTools = later(() => import("./writing-tools.tsx").then((file) => file.WritingTools));

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
