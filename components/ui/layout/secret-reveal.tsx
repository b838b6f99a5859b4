"use client";
import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Card } from "./card.tsx";

type SecretRevealProps = {
  /** A sentence that names the secret; it gets the focus when the card appears. */
  title: string;
  note: string;
  /** The secret, shown only this once. */
  value: string;
  /** An action beside Copy. */
  action?: ReactNode;
  children: ReactNode;
};

/** Shows a secret, the only time it is readable. */
export function SecretReveal({ title, note, value, action, children }: SecretRevealProps) {
  const head = useRef<HTMLParagraphElement>(null);
  // The dialog before this card returns the focus on closing, in a task that was queued earlier than this one.
  useEffect(() => {
    const timer = setTimeout(() => head.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <Card edge="gold">
      <div className="grid gap-3">
        <div className="flex items-center gap-3">
          <span className="grid size-9 shrink-0 place-items-center rounded-control bg-gold-wash text-gold-text">
            <KeyRound className="size-[18px]" />
          </span>
          <p ref={head} tabIndex={-1} className="min-w-0 text-14 outline-none wrap-anywhere">
            <strong className="font-semibold">{title}</strong> <span className="text-ink-2">{note}</span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 basis-60 rounded-control bg-sunk px-3 py-2.5 font-mono text-13 wrap-anywhere">
            {value}
          </code>
          <CopyButton text={value} />
          {action}
        </div>
        {children}
      </div>
    </Card>
  );
}
