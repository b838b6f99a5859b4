import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";
import type { PostPage } from "#lib/queries/posts/posts.ts";

/** A row of the list: a post, with all posts of its submission where there are several. */
export type ListedPost = Post & { channels?: readonly Post[] };

/**
 * Returns the rows of a page, one per submission. The row's own post is the one that a list of one status is about.
 * @param status null for a list of all
 */
export function toListedPosts({ posts, isBySubmission }: PostPage, status: string | null): ListedPost[] {
  if (!isBySubmission) return posts;
  const groups = Map.groupBy(posts, (post) => `${post.submission_id} ${post.member?.id}`);
  return [...groups.values()].flatMap((channels) => {
    const lead = channels.find((post) => post.status === status || getShownStatus(post) === status) ?? channels[0];
    return lead && channels[1] ? { ...lead, channels } : channels;
  });
}
