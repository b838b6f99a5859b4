import type { Post } from "#lib/contract/types.ts";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { PartiallyPublishedBanner } from "./partially-published-banner.tsx";
import type { PostDetailAction } from "./post-action-buttons.tsx";
import { isUnconfirmed } from "#components/posts/post-labels.ts";
import { UnconfirmedBanner } from "#components/history/unconfirmed.tsx";

type FailedPostBannerProps = {
  post: Post;
  /** What its account is called there; null where that is not known. */
  account: string | null;
  abilities: PostAbilities;
  pending: PostDetailAction | null;
  onStep: (step: PostDetailAction) => void;
};

/** What a failed post asks of a person: what became of a part, and how it goes on where some of it is out. */
export function FailedPostBanner({ post, account, abilities, pending, onStep }: FailedPostBannerProps) {
  return (
    <>
      {abilities.retry && isUnconfirmed(post) ? (
        <UnconfirmedBanner post={post} account={account} pending={pending} onStep={onStep} />
      ) : null}
      {abilities.half ? <PartiallyPublishedBanner post={post} pending={pending} onContinue={() => onStep("retry")} /> : null}
    </>
  );
}
