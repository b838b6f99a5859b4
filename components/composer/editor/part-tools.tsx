"use client";
import type { CSSProperties, KeyboardEvent, ReactNode } from "react";
import type { PartId } from "#components/composer/state/draft.ts";
import { IconButton } from "#components/ui/controls/button.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { PartActions } from "./use-part-actions.ts";

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

type PartToolsProps = {
  id: PartId;
  index: number;
  before: number;
  total: number;
  actions: PartActions;
  /** True for the part in focus. */
  isActive: boolean;
  /** More tools of the part in focus. */
  children: ReactNode;
};

/**
 * In parts without focus a mouse shows the icons at its row, and the keyboard at their buttons; a finger always sees
 * them. Not by opacity, because each translucent icon would be a layer to composite again on each keystroke.
 */
const idleClass =
  "text-ink-3 *:text-inherit [[data-row]:not(:hover,:focus-within)_&]:pointer-fine:text-transparent pointer-coarse:max-sm:hidden";

/**
 * Makes the tools one tab stop, because each part would have five: arrow keys move among the buttons, and Tab leaves
 * them from the last one, so that the browser goes on from there.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const isTab = event.key === "Tab";
  const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  if ((by === 0 && !isTab) || event.altKey || event.ctrlKey || event.metaKey) return;
  const toolbar = event.currentTarget;
  const buttons = [...toolbar.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")].filter(
    // Not those of a panel that a tool has opened, nor those that a phone hides.
    (button) => button.closest("[role=toolbar], [role=dialog], dialog") === toolbar && button.checkVisibility(),
  );
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (at === -1) return;
  const next = isTab ? (event.shiftKey ? 0 : -1) : (at + by) % buttons.length;
  buttons.at(next)?.focus();
  if (!isTab) event.preventDefault();
}

/** Moves and removes a part of a thread. */
export function PartTools({ id, index, before, total, actions, isActive, children }: PartToolsProps) {
  const number = before + index + 1;
  return (
    <span
      role="toolbar"
      aria-label={`Part ${number}`}
      onKeyDown={moveFocus}
      className={joinClassNames("flex items-center", !isActive && idleClass)}
    >
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
        tabIndex={index === 0 ? 0 : -1}
        disabled={index === total - 1}
        onClick={() => actions.move(id, 1)}
      >
        <RowIcon is="down" />
      </IconButton>
      <IconButton size="small" label={`Remove part ${number}`} tabIndex={-1} onClick={() => actions.remove(id)}>
        <RowIcon is="cross" />
      </IconButton>
      {children}
    </span>
  );
}
