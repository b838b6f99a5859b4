"use client";
import { useEffect, useRef } from "react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";

/** The first key, in the only moment it can be read: copy it, try it, start writing. */
export function FirstApiKey({ value, origin }: { value: string; origin: string }) {
  const head = useRef<HTMLHeadingElement>(null);
  // The form it takes the place of held the focus.
  useEffect(() => head.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <Card edge="gold">
        <h2 ref={head} tabIndex={-1} className="text-15 font-semibold outline-none">
          Your key is ready
        </h2>
        <p className="mt-0.5 text-14 text-ink-2">
          Copy it now: it is not shown again. A script sends it with each request.
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 basis-60 rounded-control bg-sunk px-3 py-2.5 font-mono text-13 [overflow-wrap:anywhere]">
            {value}
          </code>
          <CopyButton text={value} label="Copy" />
        </div>
        <p className="mt-3 text-13 text-ink-3">To try it:</p>
        <code className="block font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">
          curl -H "Authorization: Bearer $POSTWRIGHT_KEY" {origin}/v1/me
        </code>
      </Card>
      <ButtonLink href="/compose" variant="filled" size="large" className="w-full">
        Start writing
      </ButtonLink>
    </div>
  );
}
