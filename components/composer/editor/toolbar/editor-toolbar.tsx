"use client";
import { Ellipsis, Redo2, Undo2 } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { findEditorField } from "#components/composer/editor/input/editor-fields.ts";
import type { UndoHistory } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { type InsertTemplateOptions, useInsertTemplate } from "#components/composer/templates/use-insert-template.ts";
import { IconButton } from "#components/ui/controls/button.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { EditorMenu } from "./editor-menu.tsx";

const LazyEditorMenu = lazyComponent(() => import("./editor-menu.tsx").then((file) => file.EditorMenu));
const InsertTemplateDialog = lazyComponent(() =>
  import("#components/composer/templates/insert-template-dialog.tsx").then((file) => file.InsertTemplateDialog),
);

type EditorToolbarProps = InsertTemplateOptions &
  Omit<ComponentProps<typeof EditorMenu>, "at" | "opener" | "onClose" | "onTemplates"> &
  ComponentProps<typeof UndoRedoButtons>;

/** Undo, redo and the menu for the whole text. */
export function EditorToolbar({ history, onTravel, ...rest }: EditorToolbarProps) {
  const { isReadOnly, partId, partCount, draft, hasTemplates, startOver, onJoin } = rest;
  const insert = useInsertTemplate(rest);
  const [opened, setOpened] = useState<{ at: { x: number; y: number }; opener: Element | null } | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);

  function take(template: ComposerDraft) {
    flushSync(() => setIsChoosing(false));
    // Runs after the dialog has returned the focus, so that the focus ends at the inserted template.
    setTimeout(() => insert(template), 0);
  }

  return (
    <span className="flex items-center">
      <UndoRedoButtons history={history} isReadOnly={isReadOnly} onTravel={onTravel} />
      <IconButton
        size="small"
        label="More text tools"
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        // Pressing the button takes no focus from the text, so that a phone's keyboard stays open.
        onPointerDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          const field = findEditorField(partId);
          const isWriting = field !== null && document.activeElement === field;
          setOpened({ at: { x: left, y: bottom }, opener: isWriting ? field : currentTarget });
        }}
      >
        <Ellipsis className="size-4" />
      </IconButton>
      <Suspense>
        {opened ? (
          <LazyEditorMenu
            partId={partId}
            partCount={partCount}
            draft={draft}
            hasTemplates={hasTemplates}
            isReadOnly={isReadOnly}
            startOver={startOver}
            onJoin={onJoin}
            {...opened}
            onTemplates={() => setIsChoosing(true)}
            onClose={() => setOpened(null)}
          />
        ) : null}
        {isChoosing ? <InsertTemplateDialog onPick={take} onClose={() => setIsChoosing(false)} /> : null}
      </Suspense>
    </span>
  );
}

type UndoRedoButtonsProps = {
  history: UndoHistory;
  isReadOnly: boolean;
  onTravel: (direction: "undone" | "redone") => void;
};

/**
 * Undo and redo buttons for authors without a keyboard. Pressing them takes no focus from the text, so that a phone's
 * keyboard stays open.
 */
function UndoRedoButtons({ history, isReadOnly, onTravel }: UndoRedoButtonsProps) {
  return (
    <span className="flex items-center">
      <IconButton
        size="small"
        label="Undo"
        aria-keyshortcuts="Control+Z Meta+Z"
        disabled={isReadOnly || history.past.length === 0}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onTravel("undone")}
      >
        <Undo2 className="size-4" />
      </IconButton>
      <IconButton
        size="small"
        label="Redo"
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        disabled={isReadOnly || history.future.length === 0}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onTravel("redone")}
      >
        <Redo2 className="size-4" />
      </IconButton>
    </span>
  );
}
