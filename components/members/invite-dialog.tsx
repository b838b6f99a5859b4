"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SegmentedControl } from "#components/ui/controls/segmented-control.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { createInvitation } from "#lib/actions/members.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type InviteDialogProps = { organization: { name: string; mail: boolean }; onClose: () => void };
type CreatedInvitation = {
  url: string;
  email: string | null;
  letter: { sent: boolean; why: string | null } | null;
};

const formId = "invite-form";
const roles = [
  { value: "member", label: "Member" },
  { value: "admin", label: "Administrator" },
] as const;

/** Creates an invitation link for one person; the link is shown only this once. */
export function InviteDialog({ organization, onClose }: InviteDialogProps) {
  const [role, setRole] = useState<"member" | "admin">("member");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const [created, setCreated] = useState<CreatedInvitation | null>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    setPending(true);
    const input = { role, ...(email && { email }) };
    const result = await createInvitation(input).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setPending(false);
    setFailure(result.error ?? null);
    if (result.ok) setCreated(result.ok);
  }

  if (created) return <InvitationLinkDialog created={created} onClose={onClose} />;
  const isNoAddress = failure?.field === "email" && failure.code === "invalid_request";
  const ofEmail = isNoAddress ? "Enter a valid e-mail address or leave this empty." : undefined;
  return (
    <DialogPanel
      title={`Invite someone to ${organization.name}`}
      description={`Creates a one-time link that works for ${limits.invitationDays} days.`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="filled" pending={isPending}>
            Create link
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void onSubmit(event)}>
        <Field
          label="E-mail (optional)"
          error={ofEmail}
          hint={
            organization.mail
              ? "We also e-mail the link. Anyone with it can join."
              : "E-mail isn't set up. Copy the link and send it yourself."
          }
        >
          {(control) => (
            <TextInput {...control} name="email" type="email" size="large" autoComplete="off" maxLength={254} />
          )}
        </Field>
        <div>
          <p className="mb-1.5 text-13 font-medium">They join as</p>
          <SegmentedControl label="They join as" options={roles} value={role} onChange={setRole} />
          <p className="mt-1.5 text-13 text-ink-3">
            {role === "admin"
              ? "Administrators review claims, see all posts, and invite and deactivate members."
              : "Members write posts and earn points."}
          </p>
        </div>
        {failure && !ofEmail ? (
          <Banner tone="failed" role="alert">
            {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
          </Banner>
        ) : null}
      </form>
    </DialogPanel>
  );
}

function InvitationLinkDialog({ created, onClose }: { created: CreatedInvitation; onClose: () => void }) {
  const head = useRef<HTMLParagraphElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <DialogPanel
      title="Invitation ready"
      onClose={onClose}
      actions={
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <p ref={head} tabIndex={-1} className="text-14 text-ink-2 outline-none">
          Copy the link now. You won't see it again. Anyone with it can join, once.
        </p>
        <div className="flex flex-wrap items-center gap-2 rounded-card border border-gold p-3">
          <code className="min-w-0 flex-1 basis-60 font-mono text-13 wrap-anywhere">{created.url}</code>
          <CopyButton text={created.url} />
        </div>
        {created.letter === null ? null : created.letter.sent ? (
          <p className="text-13 text-ink-2">Also sent to {created.email}.</p>
        ) : (
          <Banner tone="failed">
            The e-mail to {created.email} was not sent. {created.letter.why} The link still works.
          </Banner>
        )}
      </div>
    </DialogPanel>
  );
}
