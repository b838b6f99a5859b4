"use client";
import { useEffect, useState } from "react";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import type { ClaimEvidence } from "#lib/contract/types.ts";
import { claimQueries } from "#lib/queries/claims.ts";
import { failureOf } from "#lib/queries/read-resource.ts";
import { useDesk } from "#lib/realtime/use-live-query.ts";
import { dayWords, likenessWords, memberName, standingWords, type Times } from "#components/review/claim-labels.ts";

type CompareProps = { evidence: ClaimEvidence; earlier: string; times: Times; now: Date; onClose: () => void };

/** Both texts side by side, whole. */
export function Compare({ evidence, earlier, times, now, onClose }: CompareProps) {
  const desk = useDesk();
  const [told, setTold] = useState<{ evidence: ClaimEvidence | null; error: Error | null }>({
    evidence: null,
    error: null,
  });
  const similar = evidence.similar.find(({ id }) => id === earlier);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    desk.wake().then(
      (live) => {
        if (!isGone)
          stop = live.follow(claimQueries.one(earlier), (read, error) => setTold({ evidence: read ?? null, error }));
      },
      (error: unknown) => !isGone && setTold({ evidence: null, error: error as Error }),
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [desk, earlier]);
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={
        similar ? `${likenessWords(similar.likeness)} from ${dayWords(similar.published_at, times, now)}` : "Compare"
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Text title="Earlier" evidence={told.evidence} error={told.error} />
        <Text title="This one" evidence={evidence} error={null} />
      </div>
    </Dialog>
  );
}

function Text({ title, evidence, error }: { title: string; evidence: ClaimEvidence | null; error: Error | null }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-13 font-semibold">{title}</h3>
      {evidence ? (
        <>
          <p className="mb-2 text-13 text-ink-3">
            {memberName(evidence.claim)} · {standingWords(evidence.claim)}
          </p>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            className="grid max-h-[50dvh] gap-3 overflow-y-auto rounded-control bg-sunk p-3 text-14 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {evidence.parts.map(({ text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
              <p key={at}>{text}</p>
            ))}
          </div>
        </>
      ) : error ? (
        <p className="text-13 text-failed">{failureOf(error).message}</p>
      ) : (
        <Skeleton className="mt-2 h-24" />
      )}
    </section>
  );
}
