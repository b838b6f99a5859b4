import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { formatAccountHandle } from "#lib/contract/platforms/account-handle.ts";
import type { Post } from "#lib/contract/types.ts";
import type { PostDetailAction } from "#components/posts/detail/post-action-buttons.tsx";
import { getPlatformLabel } from "#components/posts/post-labels.ts";

type UnconfirmedBannerProps = { post: Post; account: string | null; pending: PostDetailAction | null; onStep: (step: PostDetailAction) => void };

/** Asks the one question that only a look at the platform answers. No button is filled: sending again could double it. */
export function UnconfirmedBanner({ post, account, pending, onStep }: UnconfirmedBannerProps) {
  const place = getPlatformLabel(post);
  const part = post.failure?.part;
  const what = part && post.posts.length > 1 ? `Part ${part}` : "It";
  return (
    <Banner tone="failed" className="mb-4">
      <strong className="font-semibold">
        {what} was sent to {place}, but no answer came.
      </strong>
      <p className="mt-0.5">
        Nothing more is sent until you say so. Look {account === null ? "" : `at ${formatAccountHandle(account)} `}on {place}:
        does {what === "It" ? "the post" : "the part"} stand there?
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
