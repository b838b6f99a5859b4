"use client";
import { KeyRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import type { Webhook } from "#lib/contract/types";

/** A secret in the only moment it can be read. */
export function WebhookSecret({ webhook, secret }: { webhook: Webhook; secret: string }) {
  const head = useRef<HTMLParagraphElement>(null);
  // The dialog that it comes of gives the focus back as it goes, in a task of its own that was asked for before this one.
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
          <p ref={head} tabIndex={-1} className="min-w-0 text-14 outline-none [overflow-wrap:anywhere]">
            <strong className="font-semibold">{hostOf(webhook.url)} has its secret.</strong>{" "}
            <span className="text-ink-2">Copy it now; it is not shown again.</span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 basis-64 rounded-control bg-sunk px-3 py-2.5 font-mono text-13 [overflow-wrap:anywhere]">
            {secret}
          </code>
          <CopyButton text={secret} />
        </div>
        <p className="text-13 text-ink-3">
          With it your program checks that a message is ours:{" "}
          <code className="font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
            new Webhook(secret).verify(body, headers)
          </code>
        </p>
      </div>
    </Card>
  );
}

/** The part of an address that tells webhooks apart; the whole text if it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
