"use client";
import { Content, Item, Portal, Root, Separator, Trigger } from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";

export type MenuItem = {
  id: string;
  label: string;
  icon?: ReactNode;
  tone?: "plain" | "danger";
  keys?: string;
  /** A separator above the item. */
  parted?: boolean;
  onSelect: () => void;
};

type ContextMenuProps = {
  label: string;
  /** The menu's position, in px of the window: below the pointer or the focused element. */
  at: { x: number; y: number };
  items: readonly MenuItem[];
  onClose: () => void;
  /** Gets the focus when the menu closes without opening anything else. */
  opener: Element | null;
};

/**
 * A menu at a point, for a right click or a key. Not modal: Radix would lock the page's scrolling by a style element
 * that the content policy refuses.
 */
export function ContextMenu({ label, at, items, onClose, opener }: ContextMenuProps) {
  return (
    <Root open modal={false} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed"
          style={{ left: at.x, top: at.y }}
        />
      </Trigger>
      {/* Inside the page's landmark, where its content belongs. */}
      <Portal container={document.getElementById("main")}>
        <Content
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // An overlay that an item has opened already has the focus.
            if (document.querySelector("[data-dialog]")) return;
            if (opener instanceof HTMLElement) opener.focus();
          }}
          className="z-50 min-w-[190px] animate-appear rounded-card border bg-paper p-1.5 text-ink shadow-float outline-none"
        >
          {items.map(({ id, label: words, icon, tone, keys, parted, onSelect }) => (
            <div key={id} role="none">
              {parted ? <Separator className="mx-2 my-1 h-px bg-line" /> : null}
              <Item
                onSelect={() => {
                  // A dialog that the item opens returns the focus to what has it now: the item will be gone.
                  if (opener instanceof HTMLElement) opener.focus();
                  onSelect();
                }}
                className={joinClassNames(
                  "flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-chip px-2.5 text-14 outline-none data-[highlighted]:bg-sunk pointer-coarse:min-h-11",
                  tone === "danger" && "text-failed",
                )}
              >
                {icon}
                <span className="flex-1">{words}</span>
                {keys ? <Kbd keys={keys} /> : null}
              </Item>
            </div>
          ))}
        </Content>
      </Portal>
    </Root>
  );
}
