"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { deleteDrafts, restoreDrafts } from "#lib/actions/drafts.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";

type UnappliedChangesBannerProps = { draftId: string };

/** Says that the post is published as it was until the member's changes are applied, and leads back to them. */
export function UnappliedChangesBanner({ draftId }: UnappliedChangesBannerProps) {
  const liveQueries = useLazyLiveQueryClient();
  const [isPending, setIsPending] = useState(false);
  const refresh = () => liveQueries.touch("drafts").catch(() => undefined);

  async function run(action: typeof deleteDrafts | typeof restoreDrafts): Promise<boolean> {
    const { error } = await action({ draftIds: [draftId], postIds: [], undo: null }).catch((thrown: unknown) => ({
      error: toReadFailure(thrown),
    }));
    if (error) {
      const { what, safe } = describeFailure(error);
      showToast({ tone: "failed", message: `${what} ${safe}` });
    }
    await refresh();
    return !error;
  }

  async function discard() {
    setIsPending(true);
    if (await run(deleteDrafts)) showToast({ message: "Changes discarded", undo: () => run(restoreDrafts) });
    setIsPending(false);
  }

  return (
    <Banner
      tone="publishing"
      className="mb-4"
      title="Changes not applied"
      actions={
        <>
          <ButtonLink size="small" href={`/compose?draft=${encodeURIComponent(draftId)}`}>
            Continue editing
          </ButtonLink>
          <Button size="small" variant="quiet" pending={isPending} onClick={() => void discard()}>
            Discard changes
          </Button>
        </>
      }
    >
      You edited this post and did not update it. Below is the text that will be published.
    </Banner>
  );
}
