"use client";
import { Redo2, Undo2 } from "lucide-react";
import { IconButton } from "#components/ui/controls/button.tsx";
import type { UndoHistory } from "#components/composer/state/composer-state.ts";

type UndoRedoButtonsProps = {
  history: UndoHistory;
  isReadOnly: boolean;
  onTravel: (way: "undone" | "redone") => void;
};

/** Undo and redo for who has no keys at hand. Pressing takes no focus from the text: a phone's keyboard stays. */
export function UndoRedoButtons({ history, isReadOnly, onTravel }: UndoRedoButtonsProps) {
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
