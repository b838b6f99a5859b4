import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { getPlatformLabel, isUnconfirmed } from "#components/posts/post-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { formatAccountHandle } from "#lib/contract/platforms/account-handle.ts";
import type { Post } from "#lib/contract/types.ts";
import { PartiallyPublishedBanner } from "./partially-published-banner.tsx";
import type { PostDetailAction } from "./post-action-buttons.tsx";

type FailedPostBannerProps = {
  post: Post;
  /** The account's name on the platform; null when unknown. */
  account: string | null;
  abilities: PostAbilities;
  pending: PostDetailAction | null;
  onStep: (step: PostDetailAction) => void;
};

/** Says what became of a failed post and offers the next step; a partially published post can continue. */
export function IncompletePublishBanners({ post, account, abilities, pending, onStep }: FailedPostBannerProps) {
  return (
    <>
      {abilities.retry && isUnconfirmed(post) ? (
        <UnconfirmedBanner post={post} account={account} pending={pending} onStep={onStep} />
      ) : null}
      {abilities.half ? (
        <PartiallyPublishedBanner post={post} pending={pending} onContinue={() => onStep("retry")} />
      ) : null}
    </>
  );
}

type UnconfirmedBannerProps = {
  post: Post;
  account: string | null;
  pending: PostDetailAction | null;
  onStep: (step: PostDetailAction) => void;
};

/**
 * Has a person answer from the platform whether the post is there. No button is filled: sending again could publish the
 * post twice.
 */
function UnconfirmedBanner({ post, account, pending, onStep }: UnconfirmedBannerProps) {
  const place = getPlatformLabel(post);
  const part = post.failure?.part;
  const what = part && post.posts.length > 1 ? `part ${part}` : "this";
  return (
    <Banner tone="failed" className="mb-4">
      <strong className="font-semibold">
        We don’t know whether {what} reached {place}.
      </strong>
      <p className="mt-0.5">
        Check {account === null ? "" : `${formatAccountHandle(account)} on `}
        {place} first: sending again may publish it twice.
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button pending={pending === "is_there"} onClick={() => onStep("is_there")}>
          It’s there
        </Button>
        <Button pending={pending === "send_again"} onClick={() => onStep("send_again")}>
          Send again
        </Button>
      </div>
    </Banner>
  );
}
