"use client";
import { CirclePause } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { pauseSending } from "#lib/actions/sending-pauses.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatCount } from "#lib/text/format-count.ts";

type PauseSendingButtonProps = {
  /** Null pauses the whole organization. */
  channel: { id: string; name: string } | null;
};

/** Opens a dialog that asks for the reason and pauses sending. */
export function PauseSendingButton({ channel }: PauseSendingButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size={channel ? "small" : "medium"}
        variant={channel ? "quiet" : "outline"}
        aria-haspopup="dialog"
        icon={channel ? undefined : <CirclePause className="size-4" />}
        onClick={() => setOpen(true)}
      >
        Pause sending{channel ? <span className="sr-only"> on {channel.name}</span> : "…"}
      </Button>
      {isOpen ? <PauseSendingDialog channel={channel} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function PauseSendingDialog({ channel, onClose }: PauseSendingButtonProps & { onClose: () => void }) {
  const router = useRouter();
  const formId = useId();
  const [reason, setReason] = useState("");
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const error = failure ? (failure.field === "reason" ? "Enter a reason." : failure.message) : undefined;

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    const input = { reason, ...(channel && { channel_id: channel.id }) };
    const result = await pauseSending(input).catch((caught: unknown) => ({
      error: toReadFailure(caught),
      ok: undefined,
    }));
    setPending(false);
    if (result.error) return setFailure(result.error);
    onClose();
    const count = result.ok.in_progress;
    const rest = count > 0 ? ` ${formatCount(count, "post was", "posts were")} being sent and will finish.` : "";
    showToast({ message: `Sending is paused.${rest}` });
    router.refresh();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={channel ? `Pause sending on ${channel.name}?` : "Pause all sending?"}
      description="Nothing is sent until an administrator resumes. Scheduled posts are kept. A post that is being sent right now finishes."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" pending={isPending}>
            Pause sending
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void onSubmit(event)}>
        <Field label="Reason" hint="Everyone sees it." error={error}>
          {(control) => (
            <TextInput
              {...control}
              value={reason}
              maxLength={limits.pauseReasonCharacters}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
