"use client";
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from "react";
import { cn } from "#components/ui/cn.tsx";
import { inputClass } from "./input-class.ts";

type AutosizeTextareaProps = Omit<ComponentProps<"textarea">, "value"> & {
  /** Given, never the field's own: by it an older browser knows that there is more or less to show. */
  value: string;
  /** Without an edge and padding of its own: the text lies on the sheet. */
  bare?: boolean;
};

/**
 * A text area as high as its text. The browser does it (`field-sizing`); an older one
 * is measured for when the text changes, whoever changed it, and when the field becomes wider or narrower.
 */
export function AutosizeTextarea({ bare, className, ref, ...rest }: AutosizeTextareaProps) {
  const own = useRef<HTMLTextAreaElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another height
  useLayoutEffect(() => {
    if (own.current && !supportsFieldSizing()) fitHeightToText(own.current);
  }, [rest.value]);

  useEffect(() => {
    const area = own.current;
    if (!area || supportsFieldSizing()) return;
    let widthPx = area.clientWidth;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      if (area.clientWidth === widthPx) return;
      widthPx = area.clientWidth;
      cancelAnimationFrame(frame);
      // Changed at once it would be told of as a loop, which is an error in the console.
      frame = requestAnimationFrame(() => fitHeightToText(area));
    });
    observer.observe(area);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);

  return (
    <textarea
      rows={2}
      {...rest}
      ref={(area) => {
        own.current = area;
        if (typeof ref === "function") return ref(area);
        if (ref) ref.current = area;
        return undefined;
      }}
      className={cn(
        "field-sizing-content block resize-none",
        bare ? "w-full bg-transparent text-17 outline-none" : cn(inputClass, "px-3.5 py-2.5 text-15"),
        className,
      )}
    />
  );
}

const supportsFieldSizing = () => CSS.supports("field-sizing", "content");

function fitHeightToText(area: HTMLTextAreaElement): void {
  const { scrollX, scrollY } = window;
  area.style.height = "auto";
  const edgesPx = area.offsetHeight - area.clientHeight;
  area.style.height = `${area.scrollHeight + edgesPx}px`;
  // For a moment the page was shorter, and may have been scrolled by that.
  if (window.scrollY !== scrollY) window.scrollTo(scrollX, scrollY);
}
