"use client";
import { Suspense } from "react";
import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { InboxItem } from "#lib/contract/types.ts";
import { inboxQueries } from "#lib/queries/inbox.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import type { HomeTimeOptions } from "./home-labels.ts";

// Sentences and steps are loaded when there is something to say.
const NeedsAttentionList = lazyComponent(() => import("./needs-attention-list.tsx").then((file) => file.NeedsAttentionList));

const maxItems = 4;
const open = inboxQueries.list("open");

type NeedsAttentionCardProps = { first: InboxItem[]; nowMs: number; mayChange: boolean; reader: HomeTimeOptions; now: Date };

/** What waits for the member, by cause, each with the step that mends it. */
export function NeedsAttentionCard({ first, nowMs, mayChange, reader, now }: NeedsAttentionCardProps) {
  const { data: items } = useLiveQuery(open, first, nowMs);
  return (
    <Card title="Needs you" aside={items.length > 0 ? <CountBadge>{items.length}</CountBadge> : null}>
      {items.length === 0 ? (
        <p className="text-14 text-ink-3">Nothing needs you. Posts that fail appear here.</p>
      ) : (
        <Suspense>
          <NeedsAttentionList items={items.slice(0, maxItems)} mayChange={mayChange} reader={reader} now={now} />
        </Suspense>
      )}
      {items.length > maxItems ? (
        <p className="mt-3 text-13 text-ink-3">
          <PrefetchLink href="/inbox" className="underline underline-offset-2 pointer-coarse:py-3">
            {items.length - maxItems} more in the inbox
          </PrefetchLink>
        </p>
      ) : null}
    </Card>
  );
}
