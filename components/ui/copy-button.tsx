"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { announce } from "./announce.tsx";
import { Button } from "./button.tsx";

// The clipboard API is missing on plain http outside localhost, where a self-hosted desk may well live.
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "sr-only";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Copies `text`; says "Copied" for two seconds, or that it could not. */
export function CopyButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  async function onCopy() {
    const done = await copy(text);
    setState(done ? "copied" : "refused");
    announce(done ? "Copied" : "The browser did not allow copying. Select the text and copy it by hand.");
  }

  return (
    <Button icon={state === "copied" ? <Check className="size-4" /> : <Copy className="size-4" />} onClick={onCopy}>
      {state === "idle" ? label : state === "copied" ? "Copied" : "Copy by hand"}
    </Button>
  );
}
