"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeChangeSafety } from "#lib/contract/messages/change-safety.ts";

type NameDialogProps = {
  title: string;
  description?: string;
  /** Label of the submit button. */
  act: string;
  first: string;
  hint?: string;
  /** Value of the field's `autocomplete` attribute. */
  complete?: string;
  /** Resolves with null after success, when the dialog is already closed; otherwise with the failure. */
  onSubmit: (name: string) => Promise<Failure | null>;
  onClose: () => void;
};

/** Prompts for the name of a new item or for another name of an existing one. */
export function NameDialog({
  title,
  description,
  act,
  first,
  hint,
  complete = "off",
  onSubmit,
  onClose,
}: NameDialogProps) {
  const [name, setName] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isOfName = failure?.field === "name";

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const wrong = await onSubmit(name);
    setFailure(wrong);
    if (wrong) setBusy(false);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="name-form" variant="filled" pending={busy}>
            {act}
          </Button>
        </>
      }
    >
      <form id="name-form" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Name" hint={hint} error={isOfName ? failure.message : undefined}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              autoComplete={complete}
              onChange={(event) => setName(event.target.value)}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        {failure && !isOfName ? (
          <Banner tone="failed" role="alert">
            {failure.message} {describeChangeSafety(failure)}
          </Banner>
        ) : null}
      </form>
    </Dialog>
  );
}
