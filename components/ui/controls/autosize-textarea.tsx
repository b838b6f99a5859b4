"use client";
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { inputClass } from "./input-class.ts";

type AutosizeTextareaProps = Omit<ComponentProps<"textarea">, "value"> & {
  /** Required: older browsers measure the height again when `value` changes. */
  value: string;
  /** Without edge and padding: the text lies directly on the surface. */
  bare?: boolean;
};

/**
 * A text area as high as its text. The browser does it (`field-sizing`); for an older browser a script measures the
 * height whenever the text or the field's width changes.
 */
export function AutosizeTextarea({ bare, className, ref, ...rest }: AutosizeTextareaProps) {
  const own = useRef<HTMLTextAreaElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
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
      // Resizing at once would be reported as a ResizeObserver loop, an error in the console.
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
      className={joinClassNames(
        "field-sizing-content block resize-none",
        bare ? "w-full bg-transparent text-17 outline-none" : joinClassNames(inputClass, "px-3.5 py-2.5 text-15"),
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
  // Measuring shortens the page for a moment, which may scroll it.
  if (window.scrollY !== scrollY) window.scrollTo(scrollX, scrollY);
}
