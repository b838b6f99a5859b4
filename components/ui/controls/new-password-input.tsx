"use client";
import { type ComponentProps, useState } from "react";
import { Button } from "./button.tsx";
import { TextInput } from "./text-input.tsx";

/** The input of a new password, with a button that shows its characters. */
export function NewPasswordInput(props: Omit<ComponentProps<typeof TextInput>, "type" | "autoComplete" | "className">) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <TextInput {...props} type={isShown ? "text" : "password"} autoComplete="new-password" className="pr-16" />
      <Button
        size="small"
        variant="quiet"
        aria-label="Show characters"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute! inset-y-0 right-1.5 my-auto"
      >
        {isShown ? "Hide" : "Show"}
      </Button>
    </div>
  );
}
