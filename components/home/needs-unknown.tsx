"use client";
import { Card } from "#components/ui/card";
import { Notice } from "#components/ui/notice";
import type { Failure } from "#lib/contract/errors";
import { sentenceFor } from "#lib/contract/sentences";

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
