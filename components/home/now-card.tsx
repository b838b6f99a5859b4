import { Suspense } from "react";
import { Card } from "#components/ui/layout/card.tsx";
import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import { later } from "#components/ui/layout/lazy-component.tsx";
import { StatusPill } from "#components/ui/feedback/status-badge.tsx";
import type { Post } from "#lib/contract/types.ts";
import { formatRelative } from "#lib/time/format.ts";
import { groupMoving } from "./home-overview.ts";
import { counted, pathOf, type Reader, titleOf } from "./home-labels.ts";

// Loaded while something goes out.
const NowList = later(() => import("./publishing-now-list.tsx").then((file) => file.NowList));

const shown = 3;

type NowCardProps = { moving: readonly Post[]; last: Post | null; reader: Reader; now: Date };

/** What is going out at this moment, part by part; else what went out last. */
export function NowCard({ moving, last, reader, now }: NowCardProps) {
  const plans = groupMoving(moving);
  return (
    <Card title="Now" aside={plans.length > 0 ? <StatusPill status="publishing" /> : null}>
      {plans.length === 0 ? (
        <p className="text-14 text-ink-3">
          Nothing is going out.
          {last ? (
            <>
              {" "}
              The last was{" "}
              <IntentLink href={pathOf(last)} className="text-ink-2 underline underline-offset-2">
                {titleOf(last)}
              </IntentLink>
              , {agoWords(new Date(last.published_at ?? last.updated_at), now)}.
            </>
          ) : null}
        </p>
      ) : (
        <Suspense>
          <NowList plans={plans.slice(0, shown)} reader={reader} now={now} />
        </Suspense>
      )}
      {plans.length > shown ? (
        <p className="mt-3 text-13 text-ink-3">
          <IntentLink href="/posts?status=publishing" className="underline underline-offset-2">
            {counted(plans.length - shown, "more is", "more are")} on the way
          </IntentLink>
        </p>
      ) : null}
    </Card>
  );
}

function agoWords(at: Date, now: Date): string {
  const words = formatRelative(at, now);
  return words === "now" ? "just now" : words;
}
