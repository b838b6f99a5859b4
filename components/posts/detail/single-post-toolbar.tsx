"use client";
import { CopyPlus, EyeOff, PenLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isLive } from "#components/posts/post-next-steps.ts";
import { usePostActions } from "#components/posts/use-post-actions.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { Post } from "#lib/contract/types.ts";
import { PostActionButtons, type PostDetailAction } from "./post-action-buttons.tsx";

// Lazy chunks, each in its own Suspense boundary: otherwise a late chunk would blank the whole page.
const RescheduleDialog = lazyComponent(() =>
  import("#components/posts/list/reschedule-dialog.tsx").then((file) => file.RescheduleDialog),
);
const DeletePostsDialog = lazyComponent(() =>
  import("#components/posts/delete-posts-dialog.tsx").then((file) => file.DeletePostsDialog),
);

/** Labels of the link that writes a replacement, for a service that can't change posts. */
const replaceLabels: Partial<Record<Post["status"], string>> = {
  draft: "Publish or schedule…",
  scheduled: "Edit or move…",
  failed: "Send again…",
  canceled: "Send again…",
};

type SinglePostToolbarProps = {
  post: Post;
  abilities: PostAbilities;
  /** Tells by channel id if Postwright can take posts down; otherwise only the account's owner can. */
  takeDownByChannel: Readonly<Record<string, boolean>>;
  /** True for one channel of a submission: the composer then opens this post alone. */
  isOneOfMany?: boolean;
  /** Deletes the post in place of the plain deletion; returns the number of deleted posts. */
  onDelete?: (post: Post) => Promise<number>;
};

/** Shows the actions of one post. */
export function SinglePostToolbar({
  post,
  abilities,
  takeDownByChannel,
  isOneOfMany = false,
  onDelete,
}: SinglePostToolbarProps) {
  const router = useRouter();
  const changes = usePostActions();
  const [pending, setPending] = useState<PostDetailAction | null>(null);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [isMoving, setMoving] = useState(false);

  async function remove() {
    setPending("remove");
    const deletedCount = await (onDelete ? onDelete(post) : changes.remove([post]));
    setPending(null);
    setDialogOpen(false);
    if (deletedCount > 0 && !onDelete) router.push("/posts");
  }

  async function move(start: string) {
    setPending("reschedule");
    await changes.reschedule(post, start);
    setPending(null);
    setMoving(false);
  }

  async function onStep(step: PostDetailAction) {
    if (step === "remove") return abilities.restore ? remove() : setDialogOpen(true);
    if (step === "reschedule") return setMoving(true);
    if (step === "take_down") return changes.takeDown(post, takeDownByChannel[post.channel_id ?? ""] ?? true);
    setPending(step);
    if (step === "publish") await changes.publish(post);
    if (step === "retry") await changes.retry([post]);
    if (step === "cancel") await changes.cancel(post);
    setPending(null);
  }

  return (
    <>
      {abilities.takeDown && isLive(post) ? (
        <Button variant="danger" icon={<EyeOff className="size-4" />} onClick={() => void onStep("take_down")}>
          Take down…
        </Button>
      ) : null}
      {abilities.write ? (
        <ButtonLink href={`/compose?again=${encodeURIComponent(post.id)}`} icon={<CopyPlus className="size-4" />}>
          Duplicate
        </ButtonLink>
      ) : null}
      {abilities.remove && !abilities.change && replaceLabels[post.status] ? (
        <ButtonLink
          href={`/compose?again=${encodeURIComponent(post.id)}&replaces=1`}
          icon={<PenLine className="size-4" />}
        >
          {replaceLabels[post.status]}
        </ButtonLink>
      ) : null}
      <PostActionButtons
        // A failed post opens alone: the other channels did not fail.
        editPath={`/compose?post=${encodeURIComponent(post.id)}${isOneOfMany || post.status === "failed" ? "&one=1" : ""}`}
        post={post}
        abilities={abilities}
        pending={pending}
        onStep={(step) => void onStep(step)}
      />
      {isMoving ? (
        <Suspense>
          <RescheduleDialog
            count={1}
            posts={[post]}
            pending={pending === "reschedule"}
            onStart={(start) => void move(start)}
            onClose={() => setMoving(false)}
          />
        </Suspense>
      ) : null}
      {isDialogOpen ? (
        <Suspense>
          <DeletePostsDialog
            count={1}
            pending={pending === "remove"}
            onConfirm={() => void remove()}
            onClose={() => setDialogOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
