"use client";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { createOrganization } from "#lib/actions/auth/switch-organization.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { clearSessionAndOpenHome } from "./active-member-guard.tsx";

/** Creates another organization for the same person. */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("organization") ?? "");
    setBusy(true);
    const answer = await createOrganization(name).catch((error: unknown) => ({ error: toReadFailure(error) }));
    if (!answer.error) return clearSessionAndOpenHome();
    setBusy(false);
    setFailure(answer.error);
  }

  return (
    <DialogPanel
      title="New organization"
      description="It has its own members, channels and points. You can switch at any time."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="filled" pending={busy}>
            Create
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} noValidate>
        <Field label="Name" error={failure?.message}>
          {(control) => <TextInput {...control} name="organization" maxLength={100} autoComplete="organization" />}
        </Field>
      </form>
    </DialogPanel>
  );
}
