"use client";
import { Suspense } from "react";
import { Count } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import { later } from "#components/ui/layout/lazy-component.tsx";
import type { InboxItem } from "#lib/contract/types.ts";
import { inboxQueries } from "#lib/queries/inbox.ts";
import { useLive } from "#lib/realtime/use-live-query.ts";
import type { Reader } from "./home-labels.ts";

// Sentences and steps are loaded when there is something to say.
const NeedsList = later(() => import("./needs-attention-list.tsx").then((file) => file.NeedsList));

const shown = 4;
const open = inboxQueries.list("open");

type NeedsCardProps = { first: InboxItem[]; nowMs: number; mayChange: boolean; reader: Reader; now: Date };

/** What waits for the member, by cause, each with the step that mends it. */
export function NeedsCard({ first, nowMs, mayChange, reader, now }: NeedsCardProps) {
  const { data: items } = useLive(open, first, nowMs);
  return (
    <Card title="Needs you" aside={items.length > 0 ? <Count>{items.length}</Count> : null}>
      {items.length === 0 ? (
        <p className="text-14 text-ink-3">Nothing needs you. Posts that fail appear here.</p>
      ) : (
        <Suspense>
          <NeedsList items={items.slice(0, shown)} mayChange={mayChange} reader={reader} now={now} />
        </Suspense>
      )}
      {items.length > shown ? (
        <p className="mt-3 text-13 text-ink-3">
          <IntentLink href="/inbox" className="underline underline-offset-2 pointer-coarse:py-3">
            {items.length - shown} more in the inbox
          </IntentLink>
        </p>
      ) : null}
    </Card>
  );
}
