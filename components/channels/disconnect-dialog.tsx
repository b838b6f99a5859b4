"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { ChannelDetail } from "#lib/contract/types.ts";
import type { DisconnectOptions } from "./use-channels.ts";

type DisconnectDialogProps = {
  channel: ChannelDetail;
  /** Channels of the same platform that the planned posts could move to. */
  others: readonly ChannelDetail[];
  onClose: () => void;
  onConfirm: (leaving: DisconnectOptions) => Promise<Failure | null>;
};

const canceled = "cancel";

/** Shows the number of planned posts before anything happens and lets the person move or cancel them. */
export function DisconnectDialog({ channel, others, onClose, onConfirm }: DisconnectDialogProps) {
  const [to, setTo] = useState(canceled);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { name, scheduled } = channel;
  const count = `${scheduled} ${scheduled === 1 ? "post is" : "posts are"}`;
  const consequence =
    scheduled === 0
      ? "Nothing is scheduled there. Drafts and published posts stay."
      : `${count} scheduled there, by all members. Drafts and published posts stay.`;

  async function confirm() {
    setBusy(true);
    const leaving: DisconnectOptions =
      scheduled === 0 ? {} : to === canceled ? { scheduled: "cancel" } : { scheduled: "move", move_to: to };
    const refused = await onConfirm(leaving);
    if (!refused) return;
    setBusy(false);
    setFailure(refused);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Disconnect ${name}?`}
      description={consequence}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" pending={busy} onClick={() => void confirm()}>
            {scheduled === 0
              ? "Disconnect"
              : to === canceled
                ? `Disconnect and cancel ${scheduled}`
                : `Disconnect and move ${scheduled}`}
          </Button>
        </>
      }
    >
      {scheduled > 0 ? (
        <Field label="Scheduled posts" hint="Canceled posts keep their text in Posts. Moved posts keep their time.">
          {(control) => (
            <Select {...control} value={to} onChange={(event) => setTo(event.target.value)}>
              <option value={canceled}>Cancel them</option>
              {others.map((other) => (
                <option key={other.id} value={other.id}>
                  Move them to {other.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {failure ? (
        <p role="alert" className="text-14 text-failed">
          {failure.message} {describeFailure(failure).next}
        </p>
      ) : null}
    </Dialog>
  );
}
