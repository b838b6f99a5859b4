import { joinClassNames } from "#components/ui/join-class-names.ts";

export type ButtonVariant = "filled" | "outline" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const variants: Record<ButtonVariant, string> = {
  filled: "border-transparent bg-accent text-on-accent hover:not-aria-disabled:opacity-90",
  outline: "border-line-strong bg-paper text-ink hover:not-aria-disabled:bg-sunk",
  quiet: "border-transparent text-ink-2 hover:not-aria-disabled:bg-sunk hover:not-aria-disabled:text-ink",
  danger: "border-line-strong bg-paper text-failed hover:not-aria-disabled:bg-failed-wash",
};

// Heights in px: 28, 36, 44; all of them 44 on touch devices.
const sizes: Record<ButtonSize, string> = {
  small: "min-h-7 gap-1.5 px-2.5 text-13",
  medium: "min-h-9 gap-2 px-3.5 text-14",
  large: "min-h-11 gap-2 px-4 text-15",
};

const squares: Record<ButtonSize, string> = { small: "size-7", medium: "size-9", large: "size-11" };

/** Returns a button's classes for other elements: a link, a label around a file input. */
export function buttonClass(variant: ButtonVariant = "outline", size: ButtonSize = "medium", square = false): string {
  return joinClassNames(
    "button",
    variants[variant],
    square ? joinClassNames(squares[size], "pointer-coarse:min-w-11") : sizes[size],
  );
}
