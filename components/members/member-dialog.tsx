"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { SecretReveal } from "#components/ui/layout/secret-reveal.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { createResetLink, removeMemberTwoStep } from "#lib/actions/members.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeChangeSafety } from "#lib/contract/messages/change-safety.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Member } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";
import { ConfirmedButton } from "./confirmed-button.tsx";
import { OnHoldPosts } from "./on-hold-posts.tsx";
import { getRoleLabel } from "./role-badge.tsx";
import { useMemberActions } from "./use-member-actions.ts";

type MemberDialogProps = {
  member: Member;
  isMe: boolean;
  times: { zone: string; clock: "24" | "12" };
  /** Called with the member's new data after an action. */
  onChanged: (member: Member) => void;
  onClose: () => void;
};

/** Shows one member with actions on name, role and membership; hides actions that are not allowed. */
export function MemberDialog({ member, isMe, times, onChanged, onClose }: MemberDialogProps) {
  const { failure, busy, ...acts } = useMemberActions(member, onChanged);
  const [isHandingOver, setHandingOver] = useState(false);
  const may = new Set(member.may);
  const isRemoved = member.state === "removed";

  async function onRename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    if (name !== "" && name !== member.name) await acts.rename(name);
  }

  return (
    <DialogPanel
      title={member.name}
      size="medium"
      description={`${getRoleLabel(member.role)}${isRemoved ? ", deactivated" : ""} · ${member.email}`}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {failure ? (
          <Banner tone="failed" role="alert">
            {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
          </Banner>
        ) : null}
        <p className="flex flex-wrap gap-x-4 text-14">
          {(["posts", "review/log"] as const).map((path) => (
            <PrefetchLink
              key={path}
              href={`/${path}?member=${member.id}`}
              className="text-accent underline underline-offset-2 pointer-coarse:py-3"
            >
              {path === "posts" ? "Posts" : "Points"}
            </PrefetchLink>
          ))}
        </p>
        {may.has("rename") ? (
          <form className="flex items-end gap-2" onSubmit={(event) => void onRename(event)}>
            <Field label="Name" className="min-w-0 flex-1">
              {(control) => (
                <TextInput
                  {...control}
                  name="name"
                  defaultValue={member.name}
                  required
                  maxLength={limits.nameCharacters}
                />
              )}
            </Field>
            <Button type="submit" pending={busy === "rename"}>
              Rename
            </Button>
          </form>
        ) : null}
        <Roles member={member} may={may} busy={busy} actions={acts} onTransfer={() => setHandingOver(true)} />
        {isHandingOver ? (
          <Banner
            actions={
              <>
                <Button onClick={() => setHandingOver(false)}>Cancel</Button>
                <Button
                  variant="danger"
                  pending={busy === "transferOwnership"}
                  onClick={() => void acts.transfer().then((done) => done && onClose())}
                >
                  Hand over
                </Button>
              </>
            }
          >
            {member.name} becomes owner and you become an administrator. Only an owner can undo this.
          </Banner>
        ) : null}
        {isRemoved || isMe ? null : <ResetLinkSection member={member} />}
        {may.has("remove_two_step") ? <RemoveTwoStepSection member={member} onChanged={onChanged} /> : null}
        {may.has("deactivate") ? (
          <DeactivateSection
            member={member}
            pending={busy === "deactivateMember"}
            onDeactivate={() => void acts.deactivate()}
          />
        ) : null}
        {isRemoved ? (
          <>
            {member.planned > 0 ? (
              <OnHoldPosts member={member} times={times} />
            ) : (
              <p className="text-14 text-ink-3">They have nothing scheduled.</p>
            )}
            {may.has("reactivate") ? (
              <div className="border-t pt-4">
                <p className="mb-3 text-13 text-ink-2">
                  They need to sign in again; old keys stay revoked. Posts on hold are published at their time; overdue
                  ones become drafts.
                </p>
                <Button pending={busy === "reactivateMember"} onClick={() => void acts.reactivate()}>
                  Reactivate
                </Button>
              </div>
            ) : null}
          </>
        ) : null}
        {member.may.every((action) => action === "rename") ? (
          <p className="text-14 text-ink-3">
            {isMe ? "You are the only owner, so your role can't change." : "Only an owner can change this member."}
          </p>
        ) : null}
      </div>
    </DialogPanel>
  );
}

type RolesProps = {
  member: Member;
  may: ReadonlySet<string>;
  busy: string | null;
  actions: Pick<ReturnType<typeof useMemberActions>, "promote" | "demote" | "makeOwner">;
  onTransfer: () => void;
};

function Roles({ member, may, busy, actions, onTransfer }: RolesProps) {
  const hasRoleActions = ["promote", "demote", "make_owner", "transfer"].some((action) => may.has(action));
  if (!hasRoleActions) return null;
  return (
    <section aria-labelledby="role-title">
      <h3 id="role-title" className="mb-2 text-14 font-semibold">
        Role: {getRoleLabel(member.role)}
      </h3>
      <div className="flex flex-wrap gap-2">
        {may.has("promote") ? (
          <Button pending={busy === "promote"} onClick={() => void actions.promote()}>
            Make administrator
          </Button>
        ) : null}
        {may.has("demote") ? (
          <Button pending={busy === "demote"} onClick={() => void actions.demote()}>
            {member.role === "owner" ? "Make administrator" : "Make member"}
          </Button>
        ) : null}
        {may.has("make_owner") ? (
          <Button pending={busy === "makeOwner"} onClick={() => void actions.makeOwner()}>
            Make owner
          </Button>
        ) : null}
        {may.has("transfer") ? <Button onClick={onTransfer}>Hand over ownership</Button> : null}
      </div>
    </section>
  );
}

type DeactivateSectionProps = { member: Member; pending: boolean; onDeactivate: () => void };

/** Deactivates a member. Needs a second press: a member who is reactivated has neither their keys nor their sessions. */
function DeactivateSection({ member, pending, onDeactivate }: DeactivateSectionProps) {
  const { name, planned } = member;
  return (
    <section aria-labelledby="deactivate-title" className="border-t pt-4">
      <h3 id="deactivate-title" className="text-14 font-semibold">
        Deactivate {name}
      </h3>
      <p className="mt-1 mb-3 text-13 text-ink-2">
        They are signed out, and their keys and open invitations are revoked. Published posts, drafts and points stay.{" "}
        {planned > 0
          ? `${planned === 1 ? "One scheduled post is" : `${planned} scheduled posts are`} put on hold. You then reassign or cancel ${planned === 1 ? "it" : "them"} here.`
          : "Nothing is scheduled."}
      </p>
      <ConfirmedButton
        label="Deactivate"
        confirmLabel={`Deactivate ${name}`}
        pending={pending}
        onConfirm={onDeactivate}
      />
    </section>
  );
}

type RemoveTwoStepSectionProps = { member: Member; onChanged: (member: Member) => void };

/** Removes every second factor of a member who lost them. Needs a second press, because it weakens the account. */
function RemoveTwoStepSection({ member, onChanged }: RemoveTwoStepSectionProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, name } = member;

  async function remove() {
    setBusy(true);
    const removed = await withConfirmation(() => removeMemberTwoStep({ id })).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setBusy(false);
    setProblem(removed.error ? `${removed.error.message} ${describeChangeSafety(removed.error)}` : null);
    if (!removed.ok) return;
    showToast({ message: `Two-step verification of ${name} removed. They'll get an e-mail.` });
    onChanged({ ...member, two_step: false, may: member.may.filter((action) => action !== "remove_two_step") });
  }

  return (
    <section aria-labelledby="two-step-title" className="border-t pt-4">
      <h3 id="two-step-title" className="text-14 font-semibold">
        Two-step verification
      </h3>
      <p className="mt-1 mb-3 text-13 text-ink-2">
        If {name} lost every second factor, remove them: the authenticator app, the recovery codes and all passkeys.
        Until they set one up again, their password alone signs them in; without a password they also need a reset link.
        First make sure it's really them asking.
      </p>
      {problem ? (
        <Banner tone="failed" role="alert" className="mb-3">
          {problem}
        </Banner>
      ) : null}
      <ConfirmedButton label="Remove two-step verification" pending={busy} onConfirm={() => void remove()} />
    </section>
  );
}

/** Creates a reset link for a member who can't sign in. The service's refusal says why a member can't have one. */
function ResetLinkSection({ member }: { member: { id: string; name: string } }) {
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function createLink() {
    setBusy(true);
    const resetLink = await withConfirmation(() => createResetLink({ id: member.id })).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setBusy(false);
    setProblem(resetLink.error?.message ?? null);
    if (resetLink.ok) setUrl(resetLink.ok.url);
  }

  return (
    <section aria-labelledby="password-title" className="border-t pt-4">
      <h3 id="password-title" className="text-14 font-semibold">
        Password
      </h3>
      <p className="mt-1 mb-3 text-13 text-ink-2">
        If {member.name} forgot it: a one-time link that works for an hour. A new password signs them out everywhere.
      </p>
      {problem ? (
        <Banner tone="failed" role="alert" className="mb-3">
          {problem} No link was created.
        </Banner>
      ) : null}
      {url ? (
        <SecretReveal title="Your link is ready." note="Copy it now. You won't see it again." value={url}>
          <p className="text-13 text-ink-3">Send it only to {member.name}: anyone with the link can sign in as them.</p>
        </SecretReveal>
      ) : (
        <Button pending={busy} onClick={() => void createLink()}>
          Create reset link
        </Button>
      )}
    </section>
  );
}
