"use client";
import { Smile } from "lucide-react";
import { useRef, useState } from "react";
import { findEditorField, insertAtCaret } from "#components/composer/editor/input/editor-fields.ts";
import { IconButton } from "#components/ui/controls/button.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";

// The panel includes all names and keywords: 90 KB, loaded on demand.
const EmojiPanel = lazyComponent(() => import("./emoji-panel.tsx").then((file) => file.EmojiPanel));

type EmojiButtonProps = {
  /** The part in focus. The document takes precedence if it is in view. */
  partId: string | undefined;
  isReadOnly: boolean;
};

/**
 * Opens the emoji panel beside the button, or on phones as a sheet from below. The chosen emoji is inserted at the
 * caret.
 */
export function EmojiButton({ partId, isReadOnly }: EmojiButtonProps) {
  const button = useRef<HTMLSpanElement>(null);
  const [opened, setOpened] = useState<{ field: HTMLTextAreaElement; isNarrow: boolean } | null>(null);
  const close = () => setOpened(null);

  function open() {
    const field = findEditorField(partId);
    if (opened) return close();
    // Both panels return the focus to this field.
    field?.focus();
    if (field) setOpened({ field, isNarrow: matchMedia("(width < 40rem)").matches });
  }

  const panel = (
    <div style={{ minHeight: heightPx }}>
      <EmojiPanel
        onPick={(emoji) => {
          if (opened) insertAtCaret(opened.field, emoji);
          close();
        }}
        onClose={close}
      />
    </div>
  );
  return (
    <span ref={button}>
      <IconButton
        size="small"
        label="Insert emoji"
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        disabled={isReadOnly}
        // Pressing the button takes no focus from the text.
        onPointerDown={(event) => event.preventDefault()}
        onClick={open}
      >
        <Smile className="size-[18px]" />
      </IconButton>
      <Dialog open={opened?.isNarrow === true} title="Emoji" onClose={close}>
        {panel}
      </Dialog>
      <Popover open={opened?.isNarrow === false} label="Emoji" align="start" anchor={button.current} onClose={close}>
        {panel}
      </Popover>
    </span>
  );
}

/** The panel's final height, so that nothing jumps. */
const heightPx = 352;
