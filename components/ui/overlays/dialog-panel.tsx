"use client";
import { Content, Description, Portal, Root, Title } from "@radix-ui/react-dialog";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "#components/ui/controls/button.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { findOpeners, openersByOverlay } from "./overlay-openers.ts";

export type DialogProps = {
  /** Called by Esc, the close button or a press outside; the caller unmounts the dialog. */
  onClose: () => void;
  /** Called on Esc before closing; false keeps the dialog open, for example when Esc first clears a field. */
  onEscape?: () => boolean;
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** The buttons at the bottom. */
  actions?: ReactNode;
  size?: "small" | "medium" | "large";
  /**
   * Without a header: the content begins with a field, and the dialog is in the upper third so that it grows downwards.
   */
  isBare?: boolean;
  /**
   * A press outside no longer closes the dialog once something has been typed: such a press is usually a mistake and
   * would lose the input.
   */
  isHeldOnceTyped?: boolean;
  /** On a touch screen the dialog takes the focus in place of its first field, so that no keyboard covers its content. */
  opensWithoutKeyboard?: boolean;
  /** The dialog takes the focus in place of its first control: it is only read, or a second Enter would press a button. */
  takesFocus?: boolean;
  children?: ReactNode;
};

const widths = { small: "sm:w-[420px]", medium: "sm:w-[560px]", large: "sm:w-[760px]" };

let open = 0;

/**
 * Sets an attribute while the page is behind a dialog, for the styles. Not `:has()`: with it, Chromium recalculates the
 * style of the whole page whenever text is put into an element, as React does to a text area with each key.
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
 * An open dialog. Radix traps the focus, hides the page behind from screen readers and restores the focus. Its Overlay
 * is not used: it writes a style element that the content policy refuses; our veil and one rule in globals.css (no
 * scrolling behind a dialog) replace it.
 */
export function DialogPanel(props: DialogProps) {
  const {
    onClose,
    onEscape,
    title,
    description,
    actions,
    size = "small",
    isBare,
    isHeldOnceTyped,
    opensWithoutKeyboard,
    takesFocus,
    children,
  } = props;
  // Radix only returns the focus to its own trigger; our openers can be anywhere.
  const [openers] = useState(findOpeners);
  const isTyped = useRef(false);
  useInertPageFlag();
  return (
    <Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Portal>
        {/* At the dialog's z-index: a dialog that opens over another dims that one too. */}
        <div aria-hidden="true" className="fixed inset-0 z-50 bg-(--veil)" />
        <Content
          data-dialog="open"
          ref={(panel) => {
            if (panel) openersByOverlay.set(panel, openers);
          }}
          onInput={() => {
            isTyped.current = true;
          }}
          onInteractOutside={(event) => {
            // A press that closes a panel over the dialog, such as a month, leaves the dialog open.
            const isForPopover = document.querySelector("[data-popover]") !== null;
            if (isForPopover || (isHeldOnceTyped && isTyped.current)) event.preventDefault();
          }}
          onOpenAutoFocus={(event) => {
            if (!takesFocus && !(opensWithoutKeyboard && matchMedia("(pointer: coarse)").matches)) return;
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const opener = openers.find((one) => one.isConnected);
            if (opener instanceof HTMLElement) opener.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (onEscape?.() === false) event.preventDefault();
          }}
          // Radix requires an explicit `undefined` when there is no description.
          {...(description ? {} : { "aria-describedby": undefined })}
          className={joinClassNames(
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
          <IconButton
            label="Close"
            onClick={onClose}
            className={joinClassNames("absolute! right-3", isBare ? "top-2.5" : "top-3")}
          >
            <span className="text-20 leading-none">×</span>
          </IconButton>
        </Content>
      </Portal>
    </Root>
  );
}
