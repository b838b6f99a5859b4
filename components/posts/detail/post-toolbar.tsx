"use client";
import { Suspense } from "react";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { Post } from "#lib/contract/types.ts";
import { SinglePostToolbar } from "./single-post-toolbar.tsx";
import { useLivePost } from "./use-live-post.ts";

// A text on one channel does without.
const SubmissionToolbar = lazyComponent(() =>
  import("#components/posts/submission/submission-toolbar.tsx").then((file) => file.SubmissionToolbar),
);

type PostToolbarProps = {
  first: Post;
  /** Posts of the same submission, including this one. */
  firstSiblings: Post[];
  /** Account names by channel id. */
  accounts: Readonly<Record<string, string>>;
  nowMs: number;
  abilities: PostAbilities;
  /** Tells by channel id if Postwright can take posts down; otherwise only the account's owner can. */
  takeDownByChannel: Readonly<Record<string, boolean>>;
  /** True when the person chose this channel alone. */
  isAlone: boolean;
};

/** Shows the actions of a post's page: on all channels of its submission, or on one. */
export function PostToolbar({ firstSiblings, accounts, isAlone, ...single }: PostToolbarProps) {
  const { first, nowMs, abilities, takeDownByChannel } = single;
  const { post } = useLivePost(first, nowMs);
  const one = { post, abilities, takeDownByChannel };
  // Another member's post of the plan is read-only.
  if (!abilities.history) return null;
  if (firstSiblings.length < 2) return <SinglePostToolbar {...one} />;
  return (
    <Suspense>
      <SubmissionToolbar {...one} first={firstSiblings} nowMs={nowMs} accounts={accounts} isAlone={isAlone} />
    </Suspense>
  );
}
