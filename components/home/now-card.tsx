import { Suspense } from "react";
import { Card } from "#components/ui/layout/card.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import type { Post } from "#lib/contract/types.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { groupPublishingPosts } from "./home-overview.ts";
import { formatCount, getPostPath, type HomeTimeOptions, getPostTitle } from "./home-labels.ts";

// Loaded while something goes out.
const PublishingNowList = lazyComponent(() => import("./publishing-now-list.tsx").then((file) => file.PublishingNowList));

const maxGroups = 3;

type PublishingNowCardProps = { moving: readonly Post[]; last: Post | null; reader: HomeTimeOptions; now: Date };

/** What is going out at this moment, part by part; else what went out last. */
export function PublishingNowCard({ moving, last, reader, now }: PublishingNowCardProps) {
  const plans = groupPublishingPosts(moving);
  return (
    <Card title="Now" aside={plans.length > 0 ? <StatusBadge status="publishing" /> : null}>
      {plans.length === 0 ? (
        <p className="text-14 text-ink-3">
          Nothing is going out.
          {last ? (
            <>
              {" "}
              The last was{" "}
              <PrefetchLink href={getPostPath(last)} className="text-ink-2 underline underline-offset-2">
                {getPostTitle(last)}
              </PrefetchLink>
              , {formatAgo(new Date(last.published_at ?? last.updated_at), now)}.
            </>
          ) : null}
        </p>
      ) : (
        <Suspense>
          <PublishingNowList plans={plans.slice(0, maxGroups)} reader={reader} now={now} />
        </Suspense>
      )}
      {plans.length > maxGroups ? (
        <p className="mt-3 text-13 text-ink-3">
          <PrefetchLink href="/posts?status=publishing" className="underline underline-offset-2">
            {formatCount(plans.length - maxGroups, "more is", "more are")} on the way
          </PrefetchLink>
        </p>
      ) : null}
    </Card>
  );
}

function formatAgo(at: Date, now: Date): string {
  const words = formatRelativeTime(at, now);
  return words === "now" ? "just now" : words;
}
