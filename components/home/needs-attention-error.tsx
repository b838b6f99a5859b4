"use client";
import { Card } from "#components/ui/layout/card.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { sentenceFor } from "#lib/contract/messages/failure-messages.ts";

/** Stands in place of what needs the member when that could not be read. */
export function NeedsUnknown({ failure }: { failure: Failure }) {
  const { what, next } = sentenceFor(failure);
  return (
    <Card title="Needs you">
      <Notice tone="failed">
        {what} {next}
      </Notice>
    </Card>
  );
}
