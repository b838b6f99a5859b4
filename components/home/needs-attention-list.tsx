"use client";
import { InboxItemIcon } from "#components/inbox/inbox-item-icon.tsx";
import { createInboxTimeFormatters } from "#components/inbox/inbox-times.ts";
import { useInboxActions } from "#components/inbox/use-inbox-actions.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { formatInboxItem } from "#lib/contract/messages/inbox-messages.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import type { InboxScope } from "#lib/queries/inbox.ts";
import { formatCount } from "#lib/text/format-count.ts";
import type { HomeTimeOptions } from "./home-overview.ts";

type NeedsAttentionListProps = {
  scope: InboxScope;
  items: readonly InboxItem[];
  mayChange: boolean;
  reader: HomeTimeOptions;
  now: Date;
};

/** Lists each cause in a line with the action that resolves it. */
export function NeedsAttentionList({ scope, items, mayChange, reader, now }: NeedsAttentionListProps) {
  const { acts, pending } = useInboxActions("open", scope);
  return (
    <ul className="divide-y">
      {items.map((item) => {
        const { title, short, main } = formatInboxItem(item, createInboxTimeFormatters(reader, now));
        return (
          <li key={item.key} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-1 last:pb-1">
            <InboxItemIcon item={item} small />
            <div className="min-w-0 flex-1 basis-40">
              <p className="text-14 font-medium text-pretty">
                {item.unread ? <span className="sr-only">Unread: </span> : null}
                {title}
              </p>
              <p className="text-13 text-ink-3">{[short, formatAuthors(item)].filter(Boolean).join(" · ")}</p>
            </div>
            {main && main.type !== "see" && main.type !== "look" && mayChange ? (
              <Button pending={pending?.key === item.key} onClick={() => void acts.run(item, main)}>
                {main.label}
              </Button>
            ) : (
              <ButtonLink href={main?.type === "see" ? main.href : "/inbox"}>
                {main?.type === "see" ? main.label : item.cause === "unconfirmed" ? "Choose" : "View"}
              </ButtonLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Names the authors of others' failed posts: `Ines`, `Ines and 2 others`. */
function formatAuthors({ posts }: InboxItem): string {
  const names = [...new Set(posts.flatMap(({ member }) => member?.name ?? []))];
  const rest = names.length - 1;
  return rest < 1 ? (names[0] ?? "") : `${names[0]} and ${formatCount(rest, "other")}`;
}
