"use client";
import { useState } from "react";
import { formatPoints } from "#components/review/claim-labels.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Combobox } from "#components/ui/controls/combobox.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { awardPoints } from "#lib/actions/claims.ts";
import { limits } from "#lib/contract/limits.ts";
import { newId } from "#lib/new-id.ts";
import { searchMemberNames } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type AwardDialogProps = {
  members: readonly { id: string; name: string }[];
  onClose: () => void;
  onAwarded: () => void;
};

/** Awards points without a claim; the reason is recorded in the ledger and sent to the member. */
export function AwardDialog({ members, onClose, onAwarded }: AwardDialogProps) {
  const memberSearch = useMemberSearch(members, searchMemberNames);
  const foundMembers = memberSearch.members ?? [];
  const [member, setMember] = useState<{ id: string; name: string } | null>(null);
  const [points, setPoints] = useState("20");
  const [reason, setReason] = useState("");
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The same idempotency key for each press: pressed twice or sent again, the award is given once.
  const [repeatKey] = useState(newId);
  const value = /^\d{1,5}$/.test(points.trim()) ? Number(points) : Number.NaN;

  async function send() {
    if (!member) return setProblem("Choose a member.");
    if (!(value >= 1 && value <= limits.pointsMax)) return setProblem(`Enter 1 to ${limits.pointsMax} points.`);
    if (reason.trim() === "") return setProblem("Enter a reason. It appears in the log.");
    setPending(true);
    setProblem(null);
    const { error } = await awardPoints({ member: member.id, points: value, reason: reason.trim(), repeatKey }).catch(
      (cause: unknown) => ({ error: toReadFailure(cause) }),
    );
    setPending(false);
    if (error) return setProblem(`${error.message} No points were awarded.`);
    showToast({ message: `Awarded ${formatPoints(value)} to ${member.name}` });
    onAwarded();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Award points"
      description="Points without a claim, such as for a talk."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="award" variant="filled" pending={isPending}>
            Award {Number.isNaN(value) ? "" : value}
          </Button>
        </>
      }
    >
      <form
        id="award"
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Combobox
          label="Member"
          searchLabel="Find a member"
          search={memberSearch.isMany ? { text: memberSearch.text, onTextChange: memberSearch.setText } : null}
          fixedOptions={[{ id: "", name: "Choose a member" }]}
          options={foundMembers}
          value={member?.id ?? ""}
          onChange={(id) => setMember(foundMembers.find((one) => one.id === id) ?? null)}
        />
        <Field label="Points">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              value={points}
              onChange={({ target }) => setPoints(target.value)}
            />
          )}
        </Field>
        <Field label="Reason">
          {(control) => (
            <TextInput
              {...control}
              maxLength={limits.reasonCharacters}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        {problem ? (
          <p role="alert" className="text-13 text-failed">
            {problem}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
