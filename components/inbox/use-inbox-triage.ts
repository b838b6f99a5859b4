"use client";
import { useState } from "react";
import { catchFailure, reportFailure } from "#components/post-actions/report-failure.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { assignInboxItem, snoozeInbox } from "#lib/actions/inbox.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { type InboxScope, type InboxState, inboxQueries } from "#lib/queries/inbox.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { formatInboxInstant, type InboxTimeOptions } from "./inbox-times.ts";

type InboxTriageOptions = { state: InboxState; scope: InboxScope; reader: InboxTimeOptions; now: Date };

/** Returns the actions that decide who looks after an item, and when its reader sees it again. */
export function useInboxTriage(item: InboxItem, { state, scope, reader, now }: InboxTriageOptions) {
  const desk = useLazyLiveQueryClient();
  const [isPending, setPending] = useState(false);

  async function readAgain(): Promise<void> {
    const { client } = await desk.wake();
    await client.invalidateQueries({ queryKey: inboxQueries.all() });
  }

  async function assign(memberId: string | null, expected = item.assignee?.id ?? null): Promise<void> {
    setPending(true);
    const input = { key: item.key, member_id: memberId, expected_member_id: expected };
    const result = await catchFailure(assignInboxItem(input));
    await readAgain();
    setPending(false);
    if (result.error) return reportFailure(result.error);
    const { assignee } = result.ok;
    showToast({
      message: assignee ? `Assigned to ${assignee.name}` : "Assigned to nobody",
      undo: () => assign(expected, memberId),
    });
  }

  async function snooze(until: Date | null, before = item.snoozed_until ?? null): Promise<void> {
    const { client } = await desk.wake();
    await client.cancelQueries({ queryKey: inboxQueries.all() });
    client.setQueryData<InboxItem[]>(inboxQueries.list(state, scope).queryKey, (items) =>
      items?.filter(({ key }) => key !== item.key),
    );
    const result = await catchFailure(snoozeInbox({ keys: [item.key], until: until?.toISOString() ?? null }));
    await readAgain();
    if (result.error) return reportFailure(result.error);
    showToast({
      message: until ? `Snoozed until ${formatInboxInstant(until.toISOString(), reader, now)}` : "Back in the inbox",
      undo: () => snooze(before === null ? null : new Date(before), until?.toISOString() ?? null),
    });
  }

  return { assign, snooze, isPending };
}
