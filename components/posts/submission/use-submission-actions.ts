"use client";
import { askTakeDown } from "#components/post-actions/take-down-prompt.ts";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import { isLive } from "#components/posts/post-next-steps.ts";
import type { Post } from "#lib/contract/types.ts";
import { formatChannels } from "./channel-names.ts";
import { type SubmissionActionName, submissionActionResults } from "./submission-actions.ts";

/**
 * Returns the actions on posts of one submission: all of them or none change. The toast names the channels.
 * @param all every post of the submission
 * @param takeDownByChannel tells by channel id if Postwright can take posts down; otherwise only the account's owner can
 */
export function useSubmissionActions(
  all: readonly Post[],
  accounts: Readonly<Record<string, string>>,
  takeDownByChannel: Readonly<Record<string, boolean>> = {},
) {
  const { change } = usePostActionRunner();
  return {
    /**
     * A deletion on some channels offers the same on the others, unless posts stay live: then the toast offers to take
     * them down. A takedown asks first.
     * @param start for "schedule": the time of the first post
     * @returns the number of changed posts
     */
    run: async function run(action: SubmissionActionName, posts: readonly Post[], start?: string): Promise<number> {
      if (action === "take_down") {
        askTakeDown(
          posts.map((post) => ({
            id: post.id,
            channel: post.channel,
            urls: post.published_urls,
            canTakeDown: takeDownByChannel[post.channel_id ?? ""] ?? true,
          })),
        );
        return 0;
      }
      const isOffered = action === "delete" && !posts.some(isLive);
      const rest = isOffered ? all.filter((post) => !posts.includes(post) && post.status !== "publishing") : [];
      const named = formatChannels(posts, all, accounts);
      const on = action === "draft" ? `Moved to drafts: ${named}` : `${submissionActionResults[action]} on ${named}`;
      const { changed } = await change(
        action,
        { posts: posts.map(({ id, version }) => ({ id, version })), submission: posts[0]?.submission_id },
        {
          message: rest.length > 0 ? `${on}. Also on ${formatChannels(rest, all, accounts)}?` : on,
          ...(start !== undefined && { start }),
          ...(rest.length > 0 && {
            follow: {
              label:
                rest.length > 1 ? `Delete on ${rest.length} more` : `Delete on ${formatChannels(rest, all, accounts)}`,
              run: () => void run("delete", rest),
            },
          }),
        },
      );
      return changed.length;
    },
  };
}
