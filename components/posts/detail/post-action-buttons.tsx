import { Ban, CalendarClock, PenLine, RefreshCw, Send, Trash2 } from "lucide-react";
import { getDeletionLabel } from "#components/post-actions/action-messages.ts";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isPostEditable, isPublishable, isRetryable, needsEdit } from "#components/posts/post-next-steps.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import type { Post } from "#lib/contract/types.ts";

export type PostDetailAction =
  | "publish"
  | "reschedule"
  | "take_down"
  | "retry"
  | "cancel"
  | "remove"
  | "is_there"
  | "send_again";

type PostActionButtonsProps = {
  editPath: string;
  post: Post;
  abilities: PostAbilities;
  pending: PostDetailAction | null;
  onStep: (step: PostDetailAction) => void;
};

/** Shows the post's actions in its current status; hides actions that the service can't do. */
export function PostActionButtons({ editPath, post, abilities, pending, onStep }: PostActionButtonsProps) {
  // A partially published post has its own action to continue.
  const isPartiallyPublished = abilities.editPublished && post.progress?.some(({ state }) => state === "sent");
  const deletion = getDeletionLabel([post]);
  return (
    <>
      {abilities.change && isPostEditable(post) ? (
        <ButtonLink href={editPath} icon={<PenLine className="size-4" />}>
          Edit
        </ButtonLink>
      ) : null}
      {abilities.bulk && isPublishable(post) ? (
        <Button icon={<Send className="size-4" />} pending={pending === "publish"} onClick={() => onStep("publish")}>
          Publish now
        </Button>
      ) : null}
      {abilities.bulk && post.status === "scheduled" ? (
        <Button icon={<CalendarClock className="size-4" />} onClick={() => onStep("reschedule")}>
          Reschedule…
        </Button>
      ) : null}
      {abilities.change && isRetryable(post) && !isPartiallyPublished ? (
        <ButtonLink
          href={editPath}
          {...(needsEdit(post) && { variant: "filled" })}
          icon={<PenLine className="size-4" />}
        >
          Edit
        </ButtonLink>
      ) : null}
      {abilities.retry && isRetryable(post) && !isPartiallyPublished ? (
        <Button
          {...(!needsEdit(post) && { variant: "filled" })}
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
          variant={deletion === "Delete" ? "danger" : "quiet"}
          icon={<Trash2 className="size-4" />}
          pending={pending === "remove"}
          onClick={() => onStep("remove")}
        >
          {deletion}
        </Button>
      ) : null}
    </>
  );
}
