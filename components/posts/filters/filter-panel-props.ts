import type { PostAbilities } from "#components/posts/post-abilities.ts";
import type { PostsView } from "#components/posts/posts-view.ts";
import type { Channel, SavedView } from "#lib/contract/types.ts";

export type PostsToolbarProps = {
  view: PostsView;
  channels: readonly Channel[];
  /** Whom an administrator can look at; null for everybody else. */
  members: readonly { id: string; name: string }[] | null;
  saved: readonly SavedView[];
  abilities: PostAbilities;
};

/** What every panel is given: the view, and how to go to another. */
export type PostFilterPanelProps = PostsToolbarProps & { onView: (change: Partial<PostsView>) => void };
