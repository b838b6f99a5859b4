import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.tsx";
import { ActionBarMarker } from "./action-bar-marker.tsx";

type ActionBarProps = {
  /** What the bar decides or acts on, for screen readers. */
  label: string;
  /** A card over the page, for as long as something is chosen; else an edge-to-edge bar that is always there. */
  floating?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * The bar at the foot of a page, above the bottom bar of phones. One a page; toasts stand over it. An edge-to-edge one is
 * the last child of the page itself, beside `TopBar`, so that it finds the lower edge of a short page too.
 */
export function ActionBar({ label, floating, className, children }: ActionBarProps) {
  return (
    <section
      aria-label={label}
      className={cn(
        "z-20 flex flex-wrap items-center gap-2",
        floating
          ? "fixed inset-x-4 bottom-[calc(var(--bottom-bar)+20px)] mx-auto w-fit animate-appear sm:left-[84px] lg:left-[244px] rounded-card border border-line-strong bg-paper p-2.5 shadow-float"
          : "sticky bottom-[var(--bottom-bar)] mt-auto min-h-[66px] border-t bg-paper px-7 py-2.5 max-sm:px-4",
        className,
      )}
    >
      <ActionBarMarker kind={floating ? "floating" : "fixed"} />
      {children}
    </section>
  );
}
