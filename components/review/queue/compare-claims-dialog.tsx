"use client";
import { useEffect, useState } from "react";
import {
  formatClaimDay,
  formatClaimState,
  formatSimilarity,
  getClaimAuthorName,
  type ReviewTimeOptions,
} from "#components/review/claim-labels.ts";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { ClaimEvidence } from "#lib/contract/types.ts";
import { claimQueries } from "#lib/queries/claims.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";

type CompareClaimsDialogProps = {
  evidence: ClaimEvidence;
  earlierId: string;
  times: ReviewTimeOptions;
  now: Date;
  onClose: () => void;
};

/** Shows both full texts side by side. */
export function CompareClaimsDialog({ evidence, earlierId, times, now, onClose }: CompareClaimsDialogProps) {
  const registry = useLazyLiveQueryClient();
  const [result, setResult] = useState<{ evidence: ClaimEvidence | null; error: Error | null }>({
    evidence: null,
    error: null,
  });
  const similar = evidence.similar.find(({ id }) => id === earlierId);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isCanceled = false;
    registry.wake().then(
      (live) => {
        if (!isCanceled)
          stop = live.follow(claimQueries.one(earlierId), (read, error) =>
            setResult({ evidence: read ?? null, error }),
          );
      },
      (error: unknown) => !isCanceled && setResult({ evidence: null, error: error as Error }),
    );
    return () => {
      isCanceled = true;
      stop?.();
    };
  }, [registry, earlierId]);
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={
        similar
          ? `${formatSimilarity(similar.likeness)} from ${formatClaimDay(similar.published_at, times, now)}`
          : "Compare"
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <ClaimText title="Earlier" evidence={result.evidence} error={result.error} />
        <ClaimText title="This one" evidence={evidence} error={null} />
      </div>
    </Dialog>
  );
}

function ClaimText({ title, evidence, error }: { title: string; evidence: ClaimEvidence | null; error: Error | null }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-13 font-semibold">{title}</h3>
      {evidence ? (
        <>
          <p className="mb-2 text-13 text-ink-3">
            {getClaimAuthorName(evidence.claim)} · {formatClaimState(evidence.claim)}
          </p>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll this element
            tabIndex={0}
            className="grid max-h-[50dvh] gap-3 overflow-y-auto rounded-control bg-sunk p-3 text-14 whitespace-pre-wrap wrap-anywhere"
          >
            {evidence.parts.map(({ text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: its position identifies a part
              <p key={at}>{text}</p>
            ))}
          </div>
        </>
      ) : error ? (
        <p className="text-13 text-failed">{toReadFailure(error).message}</p>
      ) : (
        <Skeleton className="mt-2 h-24" />
      )}
    </section>
  );
}
