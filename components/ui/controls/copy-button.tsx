"use client";
import { type MouseEvent, useEffect, useState } from "react";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Button } from "./button.tsx";

// The clipboard API is missing on plain http outside localhost, where a self-hosted dashboard may run.
async function copy(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const { copyBySelection } = await import("./copy-by-selection.ts");
    return copyBySelection(text, button);
  }
}

/** Copies `text`; shows "Copied" or the failure for two seconds. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  async function onCopy({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    const done = await copy(text, currentTarget);
    setState(done ? "copied" : "refused");
    announce(done ? "Copied" : "The browser blocked copying. Select the text and copy it.");
  }

  return (
    <Button icon={<CopyIcon done={state === "copied"} />} onClick={onCopy}>
      {state === "idle" ? label : state === "copied" ? "Copied" : "Select and copy"}
    </Button>
  );
}

/** Two sheets, or a tick. Drawn here: the icon library alone would put the setup page over its weight limit. */
function CopyIcon({ done }: { done: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-4"
    >
      {done ? <path d="m5 12.5 4.5 4.5L19 7.5" /> : <path d="M9 9h11v11H9zM5 15H4V4h11v1" />}
    </svg>
  );
}
