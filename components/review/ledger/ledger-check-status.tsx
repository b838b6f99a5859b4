"use client";
import { BadgeCheck, CircleAlert } from "lucide-react";
import { useState } from "react";
import { reportFailure } from "#components/post-actions/report-failure.ts";
import { formatClaimInstant, type ReviewTimeOptions } from "#components/review/claim-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { checkLedger } from "#lib/actions/claims.ts";
import type { LedgerCheck } from "#lib/contract/types.ts";
import { claimQueries } from "#lib/queries/claims.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";

type LedgerCheckProps = {
  first: LedgerCheck | null;
  mayCheck: boolean;
  nowMs: number;
  now: Date;
  times: ReviewTimeOptions;
};

/** Shows the last recount of all totals: in agreement with the ledger, or the differences. */
export function LedgerCheckStatus({ first, mayCheck, now, times }: LedgerCheckProps) {
  const registry = useLazyLiveQueryClient();
  const [check, setCheck] = useState(first);
  const [pending, setPending] = useState(false);

  async function run() {
    setPending(true);
    const { ok, error } = await checkLedger().catch((cause: unknown) => ({
      ok: undefined,
      error: toReadFailure(cause),
    }));
    setPending(false);
    if (error) return reportFailure(error);
    setCheck(ok);
    announce(formatLedgerCheck(ok));
    const { client } = await registry.wake();
    await client.cancelQueries({ queryKey: claimQueries.check().queryKey });
    client.setQueryData(claimQueries.check().queryKey, ok);
  }

  const isWrong = check !== null && check.differences.length > 0;
  return (
    <section aria-label="Recount" className="rounded-card border bg-paper px-4 py-3 text-14">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {isWrong ? (
          <CircleAlert className="size-[18px] text-failed" />
        ) : (
          <BadgeCheck className={check ? "size-[18px] text-published" : "size-[18px] text-ink-3"} />
        )}
        <p className="mr-auto min-w-0">
          {check ? formatLedgerCheck(check) : "The totals have not been recounted yet."}
          {check ? (
            <span className="text-ink-3">
              {" "}
              Checked <time dateTime={check.checked_at}>{formatClaimInstant(check.checked_at, times, now)}</time>:{" "}
              {formatNumber(check.lines)} lines of {formatNumber(check.members)} members.
            </span>
          ) : null}
        </p>
        {mayCheck ? (
          <Button size="small" pending={pending} onClick={() => void run()}>
            Check now
          </Button>
        ) : null}
      </div>
      {isWrong ? (
        <ul className="mt-2 grid gap-1 text-13">
          {check.differences.map(({ member, kept, counted }) => (
            <li key={member.id}>
              <strong className="font-semibold">{member.name}</strong>: {formatNumber(kept)} stored,{" "}
              {formatNumber(counted)} counted
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function formatLedgerCheck({ differences }: LedgerCheck): string {
  if (differences.length === 0) return "All totals agree with the ledger.";
  return differences.length === 1
    ? "One member's points do not agree with the ledger."
    : `The points of ${differences.length} members do not agree with the ledger.`;
}
