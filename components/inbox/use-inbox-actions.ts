"use client";
import { useMemo, useState } from "react";
import type { RetryContent } from "#components/post-actions/action-messages.ts";
import type { PostActionOptions } from "#components/post-actions/post-action-runner.ts";
import { reportFailure } from "#components/post-actions/report-failure.ts";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { markInbox } from "#lib/actions/inbox.ts";
import type { InboxItemAction } from "#lib/contract/messages/inbox-messages.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { type InboxScope, type InboxState, inboxQueries } from "#lib/queries/inbox.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";

type InboxMark = "read" | "unread" | "done" | "open";

/** Returns the actions on open or done items, and the one in progress. */
export function useInboxActions(state: InboxState, scope: InboxScope) {
  const desk = useLazyLiveQueryClient();
  const { change } = usePostActionRunner();
  const [pending, setPending] = useState<{ key: string; act: InboxItemAction["type"] } | null>(null);

  const acts = useMemo(() => {
    /** Shows a mark's effect at once; the next read of the service replaces it. */
    async function show(keys: readonly string[], mark: InboxMark): Promise<void> {
      const { client } = await desk.wake();
      await client.cancelQueries({ queryKey: inboxQueries.all() });
      client.setQueryData<InboxItem[]>(inboxQueries.list(state, scope).queryKey, (items) =>
        items?.flatMap((item) => {
          if (!keys.includes(item.key)) return item;
          if (mark === "read" || mark === "unread") return { ...item, unread: mark === "unread" };
          return [];
        }),
      );
    }

    async function send(input: { keys: readonly string[]; mark: InboxMark; at?: string }) {
      await show(input.keys, input.mark);
      const result = await markInbox(input).catch((error: unknown) => ({ ok: undefined, error: toReadFailure(error) }));
      await readAgain();
      if (result.error) reportFailure(result.error);
      return result.ok ?? null;
    }

    async function readAgain(): Promise<void> {
      const { client } = await desk.wake();
      await client.invalidateQueries({ queryKey: inboxQueries.all() });
    }

    return {
      read: (keys: readonly string[]) => send({ keys, mark: "read" }),
      unread: (item: InboxItem) => send({ keys: [item.key], mark: "unread" }),
      async done(item: InboxItem) {
        const marked = await send({ keys: [item.key], mark: "done" });
        if (!marked) return;
        const { at } = marked;
        showToast({ message: "Done", undo: () => send({ keys: [item.key], mark: "open", at }) });
      },
      async reopen(item: InboxItem) {
        const marked = await send({ keys: [item.key], mark: "open" });
        if (marked) showToast({ message: "Back in the inbox", undo: () => send({ keys: [item.key], mark: "done" }) });
      },
      /** Runs the resolving action on all posts of the item at once. */
      async run(item: InboxItem, act: InboxItemAction): Promise<void> {
        if (act.type === "see" || act.type === "look") return;
        const posts = item.post_ids.map((id) => ({ id }));
        const isText = item.submission_id !== undefined && posts.length > 1;
        // The channels of a text change together: all or none.
        const target = { posts, submission: isText ? item.submission_id : undefined };
        setPending({ key: item.key, act: act.type });
        try {
          if (act.type === "retry") {
            const message = `Sending it again on ${posts.length} channels`;
            await change("retry", target, { content: getRetryContent(item), ...(isText && { message }) });
          } else if (act.type === "is_there") await change("retry", { posts }, getConfirmOptions(item));
          else if (act.type === "send_again")
            await change("retry", { posts }, { unconfirmed: act.type, content: "again" });
          else await change("draft", target);
        } finally {
          setPending(null);
        }
      },
    };
  }, [desk, change, state, scope]);
  return { acts, pending };
}

/** Returns what a retry of the item's posts sends. */
function getRetryContent({ cause, posts }: InboxItem): RetryContent {
  if (posts.some((post) => post.published_parts > 0))
    return posts.every((post) => post.published_parts >= post.parts) ? "nothing" : "rest";
  return cause === "missed" ? "first" : "again";
}

/**
 * Returns the options for posts whose author found the unconfirmed part on the platform: a retry sends only the later
 * parts of a thread.
 */
function getConfirmOptions({ posts, count }: InboxItem): PostActionOptions {
  const hasRest = posts.some(({ part, parts }) => part !== null && part < parts);
  if (!hasRest) return { unconfirmed: "is_there", content: "nothing" };
  const what = count === 1 ? `part ${posts[0]?.part ?? 1}` : `${formatNumber(count)} posts`;
  return { unconfirmed: "is_there", content: "rest", message: `Marked ${what} as published. Publishing the rest` };
}
