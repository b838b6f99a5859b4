"use client";
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { inputClass } from "./input-class.ts";
import { join } from "./join.tsx";

type TextareaAutoProps = ComponentProps<"textarea"> & {
  /** Without an edge and padding of its own: the text lies on the sheet. */
  bare?: boolean;
};

/** A text area as high as its text. The browser does it (`field-sizing`); an old one is measured for after each change. */
export function TextareaAuto({ bare, className, ref, ...rest }: TextareaAutoProps) {
  const own = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const area = own.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    const grow = () => {
      area.style.height = "auto";
      area.style.height = `${area.scrollHeight}px`;
    };
    grow();
    area.addEventListener("input", grow);
    return () => area.removeEventListener("input", grow);
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
      className={join(
        "field-sizing-content block resize-none",
        bare ? "w-full bg-transparent text-17 outline-none" : join(inputClass, "px-3.5 py-2.5 text-15"),
        className,
      )}
    />
  );
}
