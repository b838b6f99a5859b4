import { useState } from "react";
import { getPlatformLabel } from "#components/posts/post-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { takeDownPublishedParts } from "#lib/actions/bulk-posts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Post } from "#lib/contract/types.ts";
import { getSignInPath, toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";

type TakeDownPublishedPartsDialogProps = {
  post: Post;
  publishedCount: number;
  links: readonly string[];
  /** False where only the account's owner can take the parts down: they say when they have. */
  isTakenDownHere: boolean;
  onClose: () => void;
};

/**
 * Confirms a takedown of the published parts. When the platform refuses, the dialog says so and lets the author state
 * that they took the parts down by hand.
 */
export function TakeDownPublishedPartsDialog({
  post,
  publishedCount,
  links,
  isTakenDownHere,
  onClose,
}: TakeDownPublishedPartsDialogProps) {
  const registry = useLazyLiveQueryClient();
  const [pending, setPending] = useState<"us" | "hand" | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const platformName = getPlatformLabel(post);
  const pronoun = publishedCount === 1 ? "it" : "them";

  async function removeParts(method: "us" | "hand") {
    setPending(method);
    const result = await takeDownPublishedParts({ id: post.id, byHand: method === "hand" }).catch((error: unknown) => ({
      error: toReadFailure(error),
    }));
    const { client } = await registry.wake();
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "channels" });
    setPending(null);
    if (result.error) {
      if (result.error.code === "unauthorized") location.assign(getSignInPath(location.pathname));
      return setFailure(result.error);
    }
    const outcome = method === "hand" ? "Noted" : `Taken down from ${platformName}`;
    showToast({ message: `${outcome}. No part is live: it is a draft again.` });
    onClose();
  }

  return (
    <DialogPanel
      onClose={onClose}
      title={
        isTakenDownHere
          ? `Take ${publishedCount === 1 ? "the part" : `${publishedCount} parts`} down from ${platformName}?`
          : `Still on ${platformName}`
      }
      description={
        isTakenDownHere
          ? "This can't be undone. The post becomes a draft that you can edit and publish again."
          : `Postwright can't delete ${pronoun} there: open ${pronoun} and delete ${pronoun} yourself. Once you say so, the post becomes a draft.`
      }
      actions={
        <>
          <Button onClick={onClose}>Keep {pronoun} there</Button>
          {failure || !isTakenDownHere ? (
            <Button pending={pending === "hand"} disabled={pending !== null} onClick={() => void removeParts("hand")}>
              I took {pronoun} down myself
            </Button>
          ) : null}
          {isTakenDownHere ? (
            <Button
              variant="danger"
              pending={pending === "us"}
              disabled={pending !== null}
              onClick={() => void removeParts("us")}
            >
              {failure ? "Try again" : "Take down"}
            </Button>
          ) : null}
        </>
      }
    >
      {failure ? (
        <Banner tone="failed" role="alert" className="mb-3">
          {describeFailure(failure).what} {describeFailure(failure).next}
        </Banner>
      ) : null}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-14">
        {links.map((href, at) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noreferrer" className="text-accent underline">
              Part {at + 1} on {platformName}
            </a>
          </li>
        ))}
      </ul>
    </DialogPanel>
  );
}
