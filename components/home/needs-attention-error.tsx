"use client";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";

/** Shown when the inbox could not be read. */
export function NeedsAttentionError({ failure }: { failure: Failure }) {
  const { what, next } = describeFailure(failure);
  return (
    <Card title="Inbox">
      <Banner tone="failed">
        {what} {next}
      </Banner>
    </Card>
  );
}
