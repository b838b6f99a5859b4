"use client";
import { Anchor, Content, Portal, Root } from "@radix-ui/react-popover";
import { type ReactNode, useState } from "react";
import { findOpeners, openersByOverlay } from "./overlay-openers.ts";

export type PopoverProps = {
  /** Accessible name of the panel. */
  label: string;
  /** Called by Esc or a press outside; the caller unmounts the popover. */
  onClose: () => void;
  /** The edge of the button that the panel aligns with. */
  align?: "start" | "end";
  /** The element beside the panel, when it is not the one that has the focus and gets it back. */
  anchor?: Element | null;
  children: ReactNode;
};

/**
 * An open panel beside the focused control, which was pressed to open it. Radix keeps the panel in the window and
 * restores the focus.
 */
export function PopoverPanel({ label, onClose, align = "end", anchor, children }: PopoverProps) {
  const [openers] = useState(findOpeners);
  const [opener] = openers;
  const beside = anchor ?? opener;
  return (
    <Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Anchor virtualRef={{ current: beside ?? document.body }} />
      <Portal>
        <Content
          data-popover=""
          ref={(panel) => {
            // A dialog opened from the panel replaces it and returns the focus to this opener.
            if (panel) openersByOverlay.set(panel, openers);
          }}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={(event) => {
            // A second press of the button closes the panel through the button itself.
            if (event.target instanceof Node && beside?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener instanceof HTMLElement) opener.focus();
          }}
          className="z-50 max-h-[min(560px,calc(100dvh-96px))] w-[320px] max-w-[calc(100vw-24px)] animate-appear overflow-y-auto rounded-card border border-line-strong bg-paper p-3.5 text-ink shadow-float outline-none"
        >
          {children}
        </Content>
      </Portal>
    </Root>
  );
}
