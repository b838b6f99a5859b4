"use client";
import { Suspense, useMemo } from "react";
import type { TextEngine } from "#components/composer/editor/text-engine/load-text-engine.ts";
import type { PartActions } from "#components/composer/editor/use-part-actions.ts";
import type { StartOverOptions } from "#components/composer/start-over.ts";
import type { InsertTemplateOptions } from "#components/composer/templates/use-insert-template.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";

const EmojiButton = lazyComponent(() =>
  import("#components/composer/emoji/emoji-button.tsx").then((file) => file.EmojiButton),
);
const EditorToolbar = lazyComponent(() => import("./editor-toolbar.tsx").then((file) => file.EditorToolbar));

type EditorToolsOptions = Omit<InsertTemplateOptions, "measure"> & {
  measure: TextEngine | null;
  actions: PartActions;
  /** Number of parts in the active variant. */
  partCount: number;
  hasTemplates: boolean;
  startOver: StartOverOptions;
  isReadOnly: boolean;
  onTravel: (direction: "undone" | "redone") => void;
};

/**
 * Returns the tools that load with the first interaction: the emoji button at the part in focus, and the toolbar for
 * the whole text. The toolbar needs a Suspense around it, which it shares with what stands beside it.
 */
export function useLazyEditorTools({ measure, actions, onTravel, ...at }: EditorToolsOptions) {
  const { partId, isReadOnly, latest } = at;
  const isBegun = measure !== null;
  // The element stays the same, so that its row does not render again.
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
    <EditorToolbar
      {...at}
      measure={measure}
      draft={latest.current.draft}
      history={latest.current.history}
      onJoin={actions.join}
      onTravel={onTravel}
    />
  ) : null;
  return { emojiTool, writingTool };
}
