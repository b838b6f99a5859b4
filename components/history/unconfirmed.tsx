import { Button } from "#components/ui/controls/button.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { accountHandle } from "#lib/contract/platforms/account-handle.ts";
import type { Post } from "#lib/contract/types.ts";
import type { Step } from "#components/posts/detail/post-action-buttons.tsx";
import { channelWord } from "#components/posts/post-labels.ts";

type UnconfirmedProps = { post: Post; account: string | null; pending: Step | null; onStep: (step: Step) => void };

/** Asks the one question that only a look at the platform answers. No button is filled: sending again could double it. */
export function Unconfirmed({ post, account, pending, onStep }: UnconfirmedProps) {
  const place = channelWord(post);
  const part = post.failure?.part;
  const what = part && post.posts.length > 1 ? `Part ${part}` : "It";
  return (
    <Notice tone="failed" className="mb-4">
      <strong className="font-semibold">
        {what} was sent to {place}, but no answer came.
      </strong>
      <p className="mt-0.5">
        Nothing more is sent until you say so. Look {account === null ? "" : `at ${accountHandle(account)} `}on {place}:
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
    </Notice>
  );
}
