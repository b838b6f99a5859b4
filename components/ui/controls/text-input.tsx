import type { ComponentProps } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { inputClass } from "./input-class.ts";

type TextInputProps = Omit<ComponentProps<"input">, "size"> & { size?: "medium" | "large" };

/** One line of text. `large` is 44 px high, for pages of a few fields. */
export function TextInput({ size = "medium", className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      {...rest}
      className={joinClassNames(
        inputClass,
        "read-only:bg-sunk pointer-coarse:min-h-11 pointer-coarse:text-[1rem]",
        size === "large" ? "h-11 px-3.5 text-15" : "h-9 px-3 text-14",
        className,
      )}
    />
  );
}
