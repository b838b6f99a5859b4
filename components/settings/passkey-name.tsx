"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Field } from "#components/ui/field";
import { Notice } from "#components/ui/notice";
import { TextInput } from "#components/ui/text-input";
import type { Failure } from "#lib/contract/errors";

type PasskeyNameProps = {
  title: string;
  description?: string;
  /** What the button says. */
  act: string;
  first: string;
  /** Null when it is done, and the dialog has been taken away; else what is wrong. */
  onSubmit: (name: string) => Promise<Failure | null>;
  onClose: () => void;
};

/** Asks for a passkey's name: for a new one, and for one that is there. */
export function PasskeyName({ title, description, act, first, onSubmit, onClose }: PasskeyNameProps) {
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
          <Button type="submit" form="passkey-name" variant="filled" pending={busy}>
            {act}
          </Button>
        </>
      }
    >
      <form id="passkey-name" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label="Name"
          hint="So that you know it again, such as “Work laptop”."
          error={isOfName ? failure.message : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={name}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
        {failure && !isOfName ? (
          <Notice tone="failed" role="alert">
            {failure.message} Nothing was changed.
          </Notice>
        ) : null}
      </form>
    </Dialog>
  );
}
