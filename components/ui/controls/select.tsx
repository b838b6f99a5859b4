import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { selectClass } from "./input-class.ts";

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
