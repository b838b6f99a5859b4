"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { renameDraft } from "#lib/actions/drafts.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { DraftSummary } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

const nameCharacters = 120;

type RenameDraftDialogProps = { draft: DraftSummary; onRenamed: () => void; onClose: () => void };

/** Asks for the name of a draft or template. An empty name shows the first words again. */
export function RenameDraftDialog({ draft, onRenamed, onClose }: RenameDraftDialogProps) {
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "");
    setIsPending(true);
    const { error: failure } = await renameDraft({ id: draft.id, name }).catch((thrown: unknown) => ({
      error: toReadFailure(thrown),
    }));
    setIsPending(false);
    if (!failure) return onRenamed();
    const { what, safe } = describeFailure(failure);
    setError(`${what} ${safe}`);
  }

  return (
    <Dialog open onClose={onClose} size="small" title={draft.kind === "template" ? "Rename template" : "Rename draft"}>
      <form onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field label="Name" hint="Only for your list. It is never published." error={error}>
          {(control) => (
            <TextInput
              {...control}
              name="name"
              defaultValue={draft.name ?? ""}
              maxLength={nameCharacters}
              autoComplete="off"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" pending={isPending}>
            Save name
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
