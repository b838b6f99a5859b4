import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { type ButtonSize, type ButtonVariant, buttonClass } from "./button-class.tsx";

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  /** Use one filled button per screen. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Busy: keeps the focus and ignores further presses. */
  pending?: boolean;
  icon?: ReactNode;
  /** The shortcut in `Kbd` syntax: shown here, bound elsewhere. */
  keys?: string;
  /** Layout only: width, margin, order. */
  className?: string;
};

// Not `disabled` while pending: a disabled button loses the focus of the person who pressed it.
function preventPress(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

function Spinner() {
  return <span className="size-4 shrink-0 animate-turn rounded-full border-2 border-current border-r-transparent" />;
}

/** A button; `type="button"` by default. Its label names the effect: "Retry 2", not "OK". */
export function Button({ variant, size, pending, icon, keys, className, children, ...rest }: ButtonProps) {
  const busy = pending ? { "aria-disabled": true, "aria-busy": true, onClick: preventPress } : {};
  return (
    <button type="button" {...rest} {...busy} className={joinClassNames(buttonClass(variant, size), className)}>
      {pending ? <Spinner /> : icon}
      <span>{children}</span>
      {keys ? <Kbd keys={keys} on={variant === "filled" ? "accent" : "paper"} /> : null}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "keys" | "icon"> & {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  children: ReactNode;
};

/** A square button with only an icon. */
export function IconButton({ label, variant = "quiet", size, pending, className, children, ...rest }: IconButtonProps) {
  const busy = pending ? { "aria-disabled": true, "aria-busy": true, onClick: preventPress } : {};
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      {...busy}
      className={joinClassNames(buttonClass(variant, size, true), className)}
    >
      {pending ? <Spinner /> : children}
    </button>
  );
}
