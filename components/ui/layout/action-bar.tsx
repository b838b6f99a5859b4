import type { ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { ActionBarMarker } from "./action-bar-marker.tsx";

type ActionBarProps = {
  /** Accessible name: the subject of the bar's actions. */
  label: string;
  /** True for a card over the page, shown while something is selected; otherwise a permanent edge-to-edge bar. */
  floating?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * The bar at the bottom of a page, above the bottom bar of phones. Use one per page; toasts float over it. An
 * edge-to-edge bar is the last child of the page itself, beside `PageHeader`, so that it reaches the bottom of a short
 * page too.
 */
export function ActionBar({ label, floating, className, children }: ActionBarProps) {
  return (
    <section
      aria-label={label}
      data-action-bar=""
      className={joinClassNames(
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
