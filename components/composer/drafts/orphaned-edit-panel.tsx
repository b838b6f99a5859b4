"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { copyDraft, deleteDraft } from "#lib/actions/drafts.ts";
import { sentenceFor } from "#lib/contract/messages/failure-messages.ts";
import { newId } from "#lib/new-id.ts";
import { failureOf } from "#lib/queries/read-resource.ts";
import { draftIdFrom } from "./draft-storage.ts";

export type KeptChangeProps = { draftId: string; texts: readonly string[] };

/** What was written as a change of a post that can't be changed any more: it is shown, and may become a post of its own. */
export function KeptChangePanel({ draftId, texts }: KeptChangeProps) {
  const router = useRouter();
  const [isPending, setIsPending] = useState(false);

  async function goOn() {
    setIsPending(true);
    const made = await copyDraft({ id: draftId, newId: draftIdFrom(newId()), kind: "draft" }).catch(
      (error: unknown) => ({ ok: undefined, error: failureOf(error) }),
    );
    if (made.ok) {
      // It is the copy from here on. Where this fails it stands among the drafts as well.
      await deleteDraft({ id: draftId }).catch(() => undefined);
      return router.push(`/compose?draft=${encodeURIComponent(made.ok.id)}`);
    }
    setIsPending(false);
    const { what, safe } = sentenceFor(made.error ?? failureOf(null));
    showToast({ tone: "failed", message: `${what} ${safe}` });
  }

  return (
    <div className="mt-3 grid justify-items-center gap-3">
      <p>What you had written is kept:</p>
      <blockquote className="max-h-56 w-full overflow-y-auto rounded-control border bg-paper p-3 text-left wrap-anywhere whitespace-pre-wrap text-ink">
        {texts.join("\n\n")}
      </blockquote>
      <Button pending={isPending} onClick={() => void goOn()}>
        Write on as a new post
      </Button>
    </div>
  );
}
