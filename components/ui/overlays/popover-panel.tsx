"use client";
import { Anchor, Content, Portal, Root } from "@radix-ui/react-popover";
import { type ReactNode, useState } from "react";

export type PopoverProps = {
  /** Names the panel for screen readers. */
  label: string;
  /** Esc, a press outside; take the popover out of the page there. */
  onClose: () => void;
  /** Which edge of its button it lines up with. */
  align?: "start" | "end";
  /** What it stands beside, where that is not what has the focus and gets it back. */
  anchor?: Element | null;
  children: ReactNode;
};

/**
 * An open panel beside the control that has the focus: the one that was pressed to open it. Radix keeps it in view and
 * gives the focus back.
 */
export function PopoverPanel({ label, onClose, align = "end", anchor, children }: PopoverProps) {
  const [opener] = useState(() => document.activeElement);
  const beside = anchor ?? opener;
  return (
    <Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Anchor virtualRef={{ current: beside ?? document.body }} />
      <Portal>
        <Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={(event) => {
            // A second press of the button closes by the button itself.
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
