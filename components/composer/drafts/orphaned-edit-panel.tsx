"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { deleteDraft, duplicateDraft } from "#lib/actions/drafts.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { hexToUuid } from "./draft-storage-format.ts";

export type OrphanedEditProps = { draftId: string; texts: readonly string[] };

/** Shows the edit of a post that can't be edited any more, and offers to make it a new post. */
export function OrphanedEditPanel({ draftId, texts }: OrphanedEditProps) {
  const router = useRouter();
  const [isPending, setIsPending] = useState(false);

  async function continueAsPost() {
    setIsPending(true);
    const created = await duplicateDraft({ id: draftId, newId: hexToUuid(newId()), kind: "draft" }).catch(
      (error: unknown) => ({ ok: undefined, error: toReadFailure(error) }),
    );
    if (created.ok) {
      // The new draft replaces this one. If the deletion fails, the old draft stays among the drafts as well.
      await deleteDraft({ id: draftId }).catch(() => undefined);
      return router.push(`/compose?draft=${encodeURIComponent(created.ok.id)}`);
    }
    setIsPending(false);
    const { what, safe } = describeFailure(created.error ?? toReadFailure(null));
    showToast({ tone: "failed", message: `${what} ${safe}` });
  }

  return (
    <div className="mt-3 grid justify-items-center gap-3">
      <p>Your text is safe:</p>
      <blockquote className="max-h-56 w-full overflow-y-auto rounded-control border bg-paper p-3 text-left wrap-anywhere whitespace-pre-wrap text-ink">
        {texts.join("\n\n")}
      </blockquote>
      <Button pending={isPending} onClick={() => void continueAsPost()}>
        Continue as a new post
      </Button>
    </div>
  );
}
