"use client";
import { Suspense, useMemo, useState } from "react";
import { formatShortInstant, type PostTimeOptions } from "#components/posts/post-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { appealClaim, updateClaim } from "#lib/actions/claims.ts";
import type { Result } from "#lib/contract/errors.ts";
import { describeChangeSafety } from "#lib/contract/messages/change-safety.ts";
import type { OwnClaim } from "#lib/contract/types.ts";
import { claimQueries } from "#lib/queries/claims.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient, useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { formatClaimLedgerLine, formatClaimStatus, isClaimRejected } from "./claim-messages.ts";

const ChangeOrAppealClaimForm = lazyComponent(() =>
  import("./change-or-appeal-claim-form.tsx").then((file) => file.ChangeOrAppealClaimForm),
);

type ClaimPanelProps = {
  postId: string;
  first: OwnClaim;
  nowMs: number;
  may: { change: boolean; appeal: boolean };
  times: PostTimeOptions;
  now: Date;
};

/** Shows the points that this post claims: status, reason, history, and the author's actions. */
export function ClaimPanel({ postId, first, nowMs, may, times, now }: ClaimPanelProps) {
  const registry = useLazyLiveQueryClient();
  const reading = useMemo(() => claimQueries.ofPost(postId), [postId]);
  const { data: claim } = useLiveQuery(reading, first, nowMs);
  const [open, setOpen] = useState<"change" | "appeal" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function run(request: () => Promise<Result<OwnClaim>>, message: string) {
    setPending(true);
    setProblem(null);
    const { ok, error } = await request().catch((cause: unknown) => ({ ok: undefined, error: toReadFailure(cause) }));
    setPending(false);
    if (error) return setProblem(`${error.message} ${describeChangeSafety(error)}`);
    setOpen(null);
    showToast({ message });
    const { client } = await registry.wake();
    // A read that started before the change would restore the earlier state.
    await client.cancelQueries({ queryKey: reading.queryKey });
    client.setQueryData(reading.queryKey, ok);
    void client.invalidateQueries({ queryKey: reading.queryKey });
  }

  if (claim.status === "none") return null;
  const time = (iso: string) => formatShortInstant(new Date(iso), times, now);
  return (
    <Card
      title="Points"
      aside={<PointsBadge points={claim.awarded ?? claim.points} waiting={claim.status !== "approved"} />}
    >
      <p className={`text-14 text-pretty ${isClaimRejected(claim) ? "text-failed" : "text-ink-2"}`}>
        {formatClaimStatus(claim)}{" "}
        <a href="/docs/points" className="text-ink-2 underline underline-offset-2">
          How points work
        </a>
      </p>
      {claim.credit_to ? (
        <p className="mt-1.5 text-13 text-ink-2 wrap-anywhere">
          The points go to {claim.credit_to}, the previous author.
        </p>
      ) : null}
      {claim.reason ? <p className="mt-1.5 text-14 wrap-anywhere">“{claim.reason}”</p> : null}
      {claim.appeal ? <p className="mt-1.5 text-13 text-ink-2 wrap-anywhere">You appealed: “{claim.appeal}”</p> : null}
      {open === null ? (
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {may.change && claim.may_change ? (
            <Button size="small" onClick={() => setOpen("change")}>
              Change points
            </Button>
          ) : null}
          {may.appeal && claim.may_appeal ? (
            <Button size="small" onClick={() => setOpen("appeal")}>
              Appeal
            </Button>
          ) : null}
        </div>
      ) : null}
      {open ? (
        <Suspense>
          <ChangeOrAppealClaimForm
            open={open}
            points={claim.points}
            isPending={isPending}
            onClose={() => setOpen(null)}
            onPoints={(points) =>
              void run(
                () => updateClaim({ id: postId, points, ...(claim.version !== null && { version: claim.version }) }),
                `Claim changed to ${points}`,
              )
            }
            onAppeal={(text) =>
              void run(() => appealClaim({ id: postId, text }), "Appealed. A reviewer will look at it again")
            }
          />
        </Suspense>
      ) : null}
      {problem ? (
        <p role="alert" className="mt-2 text-13 text-failed">
          {problem}
        </p>
      ) : null}
      {claim.ledger.length > 0 ? (
        <ol aria-label="Claim history" className="mt-3 grid gap-1.5 border-t pt-3 text-13">
          {claim.ledger.map((line) => (
            <li key={line.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
              <span className="min-w-0 wrap-anywhere">{formatClaimLedgerLine(line)}</span>
              <time dateTime={line.at} className="text-ink-3">
                {time(line.at)}
              </time>
            </li>
          ))}
        </ol>
      ) : null}
    </Card>
  );
}
