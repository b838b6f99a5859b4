"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { removeMemberTwoStep } from "#lib/actions/members.ts";
import type { Member } from "#lib/contract/types.ts";
import { withConfirmation } from "#lib/queries/identity-confirmation.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type RemoveTwoStepSectionProps = { member: Member; onChanged: (member: Member) => void };

/** Helps a member who lost their authenticator app and their recovery codes. Asked twice: it weakens their account. */
export function RemoveTwoStepSection({ member, onChanged }: RemoveTwoStepSectionProps) {
  const [isAsked, setAsked] = useState(false);
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
    setProblem(removed.error?.message ?? null);
    if (!removed.ok) return;
    showToast({ message: `Two-step verification of ${name} is removed. They’ll get an e-mail about it.` });
    onChanged({ ...member, two_step: false, may: member.may.filter((act) => act !== "remove_two_step") });
  }

  return (
    <section aria-labelledby="two-step-title" className="border-t pt-4">
      <h3 id="two-step-title" className="text-14 font-semibold">
        Two-step verification
      </h3>
      <p className="mt-1 mb-3 text-13 text-ink-2">
        If {name} lost their authenticator app and recovery codes, remove it. Their password alone signs them in until
        they set it up again, and they get an e-mail about it. First make sure that it's really them asking.
      </p>
      {problem ? (
        <Banner tone="failed" role="alert" className="mb-3">
          {problem} Nothing was changed.
        </Banner>
      ) : null}
      {isAsked ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" pending={busy} autoFocus onClick={() => void remove()}>
            Remove two-step verification
          </Button>
          <Button onClick={() => setAsked(false)}>Cancel</Button>
        </div>
      ) : (
        <Button onClick={() => setAsked(true)}>Remove two-step verification…</Button>
      )}
    </section>
  );
}
