"use client";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/failure-messages.ts";
import type { Member } from "#lib/contract/types.ts";
import { OnHoldPosts } from "./on-hold-posts.tsx";
import { RemoveTwoStepSection } from "./remove-two-step.tsx";
import { ResetLinkSection } from "./reset-link.tsx";
import { getRoleLabel } from "./role-badge.tsx";
import { useMemberActions } from "./use-member-actions.ts";

type MemberDialogProps = {
  member: Member;
  isMe: boolean;
  times: { zone: string; clock: "24" | "12" };
  /** What they are after something was done to them. */
  onChanged: (member: Member) => void;
  onClose: () => void;
};

/** One member: their name, their role, and letting them go or in. What may not be done is not offered. */
export function MemberDialog({ member, isMe, times, onChanged, onClose }: MemberDialogProps) {
  const { failure, busy, ...acts } = useMemberActions(member, onChanged);
  const [asks, setAsks] = useState<"deactivate" | "transfer" | null>(null);
  const may = new Set(member.may);
  const isGone = member.state === "removed";

  async function onRename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    if (name !== "" && name !== member.name) await acts.rename(name);
  }

  return (
    <DialogPanel
      title={member.name}
      size="medium"
      description={`${getRoleLabel(member.role)}${isGone ? ", deactivated" : ""} · ${member.email}`}
      onClose={onClose}
    >
      <div className="grid gap-5">
        {failure ? (
          <Banner tone="failed" role="alert">
            {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
          </Banner>
        ) : null}
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
        <Roles member={member} may={may} busy={busy} acts={acts} onTransfer={() => setAsks("transfer")} />
        {asks === "transfer" ? (
          <Banner
            actions={
              <>
                <Button onClick={() => setAsks(null)}>Keep it</Button>
                <Button
                  variant="danger"
                  pending={busy === "transferOwnership"}
                  onClick={() => void acts.transfer().then((done) => done && onClose())}
                >
                  Hand it over
                </Button>
              </>
            }
          >
            {member.name} becomes an owner and you an administrator. Only an owner can give it back.
          </Banner>
        ) : null}
        {isGone || isMe ? null : <ResetLinkSection member={member} />}
        {may.has("remove_two_step") ? <RemoveTwoStepSection member={member} onChanged={onChanged} /> : null}
        {may.has("deactivate") ? (
          <section aria-labelledby="deactivate-title" className="border-t pt-4">
            <h3 id="deactivate-title" className="text-14 font-semibold">
              Deactivate {member.name}
            </h3>
            <p className="mt-1 mb-3 text-13 text-ink-2">
              Their keys and sessions end at once, and open invitations they made are revoked. Their history and points
              stay.{" "}
              {member.planned > 0
                ? `${member.planned === 1 ? "One scheduled post is" : `${member.planned} scheduled posts are`} held: nothing of it is sent until you reassign or cancel it here.`
                : "They have nothing scheduled."}
            </p>
            <Button variant="danger" pending={busy === "deactivateMember"} onClick={() => void acts.deactivate()}>
              Deactivate
            </Button>
          </section>
        ) : null}
        {isGone ? (
          <>
            {member.planned > 0 ? (
              <OnHoldPosts member={member} times={times} />
            ) : (
              <p className="text-14 text-ink-3">Nothing of theirs is scheduled.</p>
            )}
            {may.has("reactivate") ? (
              <div className="border-t pt-4">
                <p className="mb-3 text-13 text-ink-2">
                  Let in again, they sign in anew: former keys stay revoked. Posts that are still held go out at their
                  time; those whose time has passed become drafts.
                </p>
                <Button pending={busy === "reactivateMember"} onClick={() => void acts.reactivate()}>
                  Reactivate
                </Button>
              </div>
            ) : null}
          </>
        ) : null}
        {member.may.every((act) => act === "rename") ? (
          <p className="text-14 text-ink-3">
            {isMe ? "You are the only owner, so your role stays." : "Only an owner may change this member."}
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
  acts: Pick<ReturnType<typeof useMemberActions>, "promote" | "demote" | "makeOwner">;
  onTransfer: () => void;
};

function Roles({ member, may, busy, acts, onTransfer }: RolesProps) {
  const offered = ["promote", "demote", "make_owner", "transfer"].some((act) => may.has(act));
  if (!offered) return null;
  return (
    <section aria-labelledby="role-title">
      <h3 id="role-title" className="mb-2 text-14 font-semibold">
        Role: {getRoleLabel(member.role)}
      </h3>
      <div className="flex flex-wrap gap-2">
        {may.has("promote") ? (
          <Button pending={busy === "promote"} onClick={() => void acts.promote()}>
            Make administrator
          </Button>
        ) : null}
        {may.has("demote") ? (
          <Button pending={busy === "demote"} onClick={() => void acts.demote()}>
            {member.role === "owner" ? "Make administrator" : "Make member"}
          </Button>
        ) : null}
        {may.has("make_owner") ? (
          <Button pending={busy === "makeOwner"} onClick={() => void acts.makeOwner()}>
            Make owner
          </Button>
        ) : null}
        {may.has("transfer") ? <Button onClick={onTransfer}>Hand over ownership</Button> : null}
      </div>
    </section>
  );
}
