"use client";
import { ItemMark } from "#components/inbox/item-mark";
import { Count } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { ButtonLink } from "#components/ui/button-link";
import { Card } from "#components/ui/card";
import { IntentLink } from "#components/ui/intent-link";
import { inboxWords } from "#lib/contract/inbox-words";
import type { InboxItem } from "#lib/contract/types";
import { inboxQueries } from "#lib/queries/inbox";
import { useLive } from "#lib/queries/use-live";
import { timesFor } from "../inbox/item-times.ts";
import { useInboxActs } from "../inbox/use-inbox-acts.ts";
import type { Reader } from "./words.ts";

const shown = 4;
const open = inboxQueries.list("open");

type NeedsCardProps = { first: InboxItem[]; nowMs: number; mayChange: boolean; reader: Reader; now: Date };

/** What waits for the member, by cause, each with the step that mends it. */
export function NeedsCard({ first, nowMs, mayChange, reader, now }: NeedsCardProps) {
  const { data: items } = useLive(open, first, nowMs);
  const { acts, pending } = useInboxActs("open");
  return (
    <Card title="Needs you" aside={items.length > 0 ? <Count>{items.length}</Count> : null}>
      {items.length === 0 ? (
        <p className="text-14 text-ink-3">Nothing needs you. When a post does not go out, it is told here.</p>
      ) : (
        <ul className="divide-y divide-line">
          {items.slice(0, shown).map((item) => {
            const { title, short, main } = inboxWords(item, timesFor(reader, now));
            return (
              <li key={item.key} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-1">
                <ItemMark item={item} small />
                <div className="min-w-0 flex-1 basis-32">
                  <p className="text-14 font-medium text-pretty">
                    {item.unread ? <span className="sr-only">Unread: </span> : null}
                    {title}
                  </p>
                  <p className="text-13 text-ink-3">{short}</p>
                </div>
                {main && main.is !== "see" && main.is !== "look" && mayChange ? (
                  <Button pending={pending?.key === item.key} onClick={() => void acts.run(item, main)}>
                    {main.label}
                  </Button>
                ) : (
                  <ButtonLink href={main?.is === "see" ? main.href : "/inbox"}>
                    {main?.is === "see" ? main.label : item.cause === "unconfirmed" ? "Decide" : "Look"}
                  </ButtonLink>
                )}
              </li>
            );
          })}
        </ul>
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
