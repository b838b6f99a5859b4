import { useEffect } from "react";

/** Air between the caret's line and what covers the page below it, px. */
const airPx = 16;

/** The height of the tools with the offer to split, px. It appears after the key that makes a text too long. */
const minToolsPx = 44;

/**
 * Makes the browser scroll so far that the caret's line stays clear of the bars at the bottom of the page: the page's own
 * bar, whose height depends on the width, and the tools and counts under the text, which stay in view under a long text.
 * Set on the root and not as a variable, which every element would inherit.
 * @param activeId the part with the caret
 * @param isShown false while there is no editor
 */
export function useCaretClearance(activeId: string | undefined, isShown: boolean): void {
  useEffect(() => {
    const bar = document.querySelector<HTMLElement>("[data-action-bar]");
    if (!isShown || !bar) return;
    const root = document.documentElement.style;
    let tools: HTMLElement | null = null;
    const update = () => {
      const ofRow = `[data-row="${CSS.escape(activeId ?? "")}"] [data-part-tools]`;
      // The document view has one row of tools for all parts.
      const found =
        document.querySelector<HTMLElement>(ofRow) ?? document.querySelector<HTMLElement>("[data-part-tools]");
      if (found !== tools) {
        if (tools) observer.unobserve(tools);
        if (found) observer.observe(found);
        tools = found;
      }
      if (tools) tools.style.bottom = `calc(var(--bottom-bar) + ${bar.offsetHeight}px)`;
      const covered = bar.offsetHeight + Math.max(tools?.offsetHeight ?? 0, minToolsPx) + airPx;
      root.scrollPaddingBottom = `calc(var(--bottom-bar) + ${covered}px)`;
    };
    const observer = new ResizeObserver(update);
    observer.observe(bar);
    update();
    // Another view has tools of its own, and takes the focus.
    document.addEventListener("focusin", update);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", update);
      root.removeProperty("scroll-padding-bottom");
    };
  }, [activeId, isShown]);
}
