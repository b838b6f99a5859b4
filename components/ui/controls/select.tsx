import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { inputClass } from "./input-class.ts";

/** Classes of a select, and of a button that looks like one. */
export const selectClass = joinClassNames(
  inputClass,
  "h-9 appearance-none truncate pr-9 pl-3 text-14 pointer-coarse:min-h-11 pointer-coarse:text-[1rem]",
);

/** The system's own select: its list works best on every phone and adds no weight. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={joinClassNames("relative block", className)}>
      <select {...rest} className={selectClass}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3" />
    </span>
  );
}
