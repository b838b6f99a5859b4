"use client";
import { Content, Description, Portal, Root, Title } from "@radix-ui/react-dialog";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cn } from "#components/ui/cn.tsx";
import { IconButton } from "#components/ui/controls/button.tsx";

export type DialogProps = {
  /** Esc, the cross, a press outside; take the dialog out of the page there. */
  onClose: () => void;
  /** Esc, before it closes: not where this answers false, as for a field that it empties first. */
  onEscape?: () => boolean;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** The buttons at the foot. */
  actions?: ReactNode;
  size?: "small" | "medium" | "large";
  /** Without a head of its own: the content begins with a field, and stands at the upper third so that it grows downwards. */
  isBare?: boolean;
  /** A press outside takes it away no more once something has been typed: it is not meant, most of the time, and all is lost. */
  isHeldOnceTyped?: boolean;
  children?: ReactNode;
};

const widths = { small: "sm:w-[420px]", medium: "sm:w-[560px]", large: "sm:w-[760px]" };

let open = 0;

/** By the dialog: what had the focus before it, and before that. */
const openersByDialog = new WeakMap<Element, readonly Element[]>();

/** What has the focus; where that stands in a dialog of which this one may take the place, also what had it before that one. */
function findOpeners(): readonly Element[] {
  const active = document.activeElement;
  const around = active?.closest("[data-dialog]");
  return [...(active ? [active] : []), ...((around && openersByDialog.get(around)) ?? [])];
}

/**
 * Tells the styles that the page is behind a dialog. Told by an attribute, not found by `:has()`: with that, Chromium draws up the
 * style of the whole page anew whenever words are put into an element, as React does to a text area with each key.
 */
function useInertPageFlag(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    open += 1;
    dataset["behind"] = "";
    return () => {
      open -= 1;
      if (open === 0) delete dataset["behind"];
    };
  }, []);
}

/**
 * An open dialog. Radix keeps the focus inside, hides the page behind from screen readers and gives the focus back. Its
 * Overlay is left out: it writes a style element that the content policy refuses; our veil and one rule in globals.css
 * (no scrolling behind a dialog) do its work.
 */
export function DialogPanel(props: DialogProps) {
  const { onClose, onEscape, title, description, actions, size = "small", isBare, isHeldOnceTyped, children } = props;
  // Radix gives the focus back to a trigger of its own alone; ours stand anywhere.
  const [openers] = useState(findOpeners);
  const isTyped = useRef(false);
  useInertPageFlag();
  return (
    <Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Portal>
        {/* As high as a dialog: one that opens over another dims it too. */}
        <div aria-hidden="true" className="fixed inset-0 z-50 bg-(--veil)" />
        <Content
          data-dialog="open"
          ref={(panel) => {
            if (panel) openersByDialog.set(panel, openers);
          }}
          onInput={() => {
            isTyped.current = true;
          }}
          onInteractOutside={(event) => {
            if (isHeldOnceTyped && isTyped.current) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const opener = openers.find((one) => one.isConnected);
            if (opener instanceof HTMLElement) opener.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (onEscape?.() === false) event.preventDefault();
          }}
          // Without a description Radix is told that there is none.
          {...(description ? {} : { "aria-describedby": undefined })}
          className={cn(
            "fixed inset-x-0 bottom-0 z-50 m-auto flex max-h-[min(720px,calc(100dvh-48px))] w-full max-w-full animate-appear flex-col overflow-hidden rounded-t-sheet border bg-paper text-ink shadow-float outline-none",
            "sm:inset-0 sm:h-fit sm:rounded-sheet",
            isBare &&
              "max-sm:top-3 max-sm:bottom-auto max-sm:mx-3 max-sm:w-auto max-sm:rounded-sheet sm:mt-[12dvh] sm:mb-auto",
            widths[size],
          )}
        >
          <header className={isBare ? "sr-only" : "py-4 pr-14 pl-5"}>
            <Title className="text-17 font-semibold">{title}</Title>
            {description ? <Description className="text-14 text-ink-2">{description}</Description> : null}
          </header>
          {isBare || !children ? children : <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-4">{children}</div>}
          {actions ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
              {actions}
            </footer>
          ) : null}
          {/* Last, so that opening puts the focus on the first control of the content. */}
          <IconButton label="Close" onClick={onClose} className={cn("absolute! right-3", isBare ? "top-2.5" : "top-3")}>
            <span className="text-20 leading-none">×</span>
          </IconButton>
        </Content>
      </Portal>
    </Root>
  );
}
