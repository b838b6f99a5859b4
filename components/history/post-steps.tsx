import { Ban, PenLine, RefreshCw, Trash2 } from "lucide-react";
import { Button } from "#components/ui/button";
import { ButtonLink } from "#components/ui/button-link";
import { Notice } from "#components/ui/notice";
import type { Post } from "#lib/contract/types";
import type { PostAbilities } from "./abilities.ts";
import { channelWord, isEditable, isRetryable } from "./post-words.ts";

export type Step = "retry" | "cancel" | "remove" | "is_there" | "send_again";

type StepsProps = { post: Post; abilities: PostAbilities; pending: Step | null; onStep: (step: Step) => void };

/** What can be done with this post in its state; what the service can't do is not there. */
export function PostSteps({ post, abilities, pending, onStep }: StepsProps) {
  return (
    <>
      {abilities.change && isEditable(post) ? (
        <ButtonLink href={`/compose?post=${encodeURIComponent(post.id)}`} icon={<PenLine className="size-4" />}>
          Edit
        </ButtonLink>
      ) : null}
      {abilities.retry && isRetryable(post) ? (
        <Button
          variant="filled"
          icon={<RefreshCw className="size-4" />}
          pending={pending === "retry"}
          onClick={() => onStep("retry")}
        >
          Retry
        </Button>
      ) : null}
      {abilities.cancel && post.status === "scheduled" ? (
        <Button icon={<Ban className="size-4" />} pending={pending === "cancel"} onClick={() => onStep("cancel")}>
          Cancel
        </Button>
      ) : null}
      {abilities.remove && post.status !== "publishing" ? (
        <Button
          variant="danger"
          icon={<Trash2 className="size-4" />}
          pending={pending === "remove"}
          onClick={() => onStep("remove")}
        >
          Delete
        </Button>
      ) : null}
    </>
  );
}

/** Asks the one question that only a look at the platform answers. No button is filled: sending again could double it. */
export function Unconfirmed({ post, pending, onStep }: Omit<StepsProps, "abilities">) {
  const place = channelWord(post);
  const part = post.failure?.part;
  const what = part && post.posts.length > 1 ? `Part ${part}` : "It";
  return (
    <Notice tone="failed" className="mb-4">
      <strong className="font-semibold">
        {what} was sent to {place}, but no answer came.
      </strong>
      <p className="mt-0.5">
        Nothing more is sent until you say so. Look at your profile on {place}: does{" "}
        {what === "It" ? "the post" : "the part"} stand there?
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
