import type { PostAbilities } from "#components/posts/post-abilities.ts";
import type { PostsView } from "#components/posts/posts-view.ts";
import type { Channel, SavedView } from "#lib/contract/types.ts";

export type PostsToolbarProps = {
  view: PostsView;
  channels: readonly Channel[];
  /** Members whose posts an administrator can filter by; null for other members. */
  members: readonly { id: string; name: string }[] | null;
  /** The reader's own membership. */
  memberId: string;
  saved: readonly SavedView[];
  abilities: PostAbilities;
};

/** Props of every filter panel; `onView` navigates to another view. */
export type PostFilterPanelProps = PostsToolbarProps & { onView: (change: Partial<PostsView>) => void };
