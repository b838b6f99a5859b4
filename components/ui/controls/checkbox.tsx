import type { ComponentProps, ReactNode } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";

const box =
  "tick grid size-[18px] shrink-0 appearance-none place-content-center rounded-[5px] border disabled:opacity-50";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "children"> & {
  /** Label beside the box. Without a label the box needs an `aria-label`. */
  children?: ReactNode;
};

/** A checkbox; its label is 44 px high on touch devices, so that the box need not be hit. */
export function Checkbox({ className, children, ...rest }: CheckboxProps) {
  return (
    <label
      className={joinClassNames(
        "inline-flex items-center gap-2.5 text-14 pointer-coarse:min-h-11",
        children ? "" : "min-h-7 min-w-7 justify-center pointer-coarse:min-w-11",
        className,
      )}
    >
      <input type="checkbox" {...rest} className={box} />
      {children ? <span className="min-w-0 wrap-anywhere">{children}</span> : null}
    </label>
  );
}
