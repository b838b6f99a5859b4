import { Ban, PenLine, RefreshCw, Trash2 } from "lucide-react";
import { Button } from "#components/ui/button";
import { ButtonLink } from "#components/ui/button-link";
import type { Post } from "#lib/contract/types";
import type { PostAbilities } from "./abilities.ts";
import { isEditable, isRetryable } from "./post-words.ts";

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
