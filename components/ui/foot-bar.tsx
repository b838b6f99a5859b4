import type { ReactNode } from "react";
import { join } from "./join.ts";

type FootBarProps = {
  /** What the bar decides or acts on, for screen readers. */
  label: string;
  /** A card over the page, for as long as something is chosen; else an edge-to-edge bar that is always there. */
  floating?: boolean;
  className?: string;
  children: ReactNode;
};

/** The bar at the foot of a page, above the bottom bar of phones. One a page; put it last. Toasts stand over it. */
export function FootBar({ label, floating, className, children }: FootBarProps) {
  return (
    <section
      aria-label={label}
      data-foot-bar
      className={join(
        "sticky z-20 mt-auto flex flex-wrap items-center gap-2",
        floating
          ? "bottom-[calc(var(--bottom-bar)+20px)] mx-auto w-fit max-w-full animate-appear rounded-card border border-line-strong bg-paper p-2.5 shadow-float"
          : "bottom-[var(--bottom-bar)] min-h-[66px] border-t bg-paper px-7 py-2.5 max-sm:px-4",
        className,
      )}
    >
      {children}
    </section>
  );
}
