"use client";
import { formatPostCount } from "#components/post-actions/action-messages.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";

type DeletePostsDialogProps = {
  count: number;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Confirms a deletion that this service can't undo. */
export function DeletePostsDialog({ count, pending, onConfirm, onClose }: DeletePostsDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${formatPostCount(count)} permanently?`}
      description="This service can't bring a deleted post back. Anything already published stays on its platform."
      actions={
        <>
          <Button onClick={onClose}>Keep</Button>
          <Button variant="danger" pending={pending} onClick={onConfirm}>
            Delete {formatPostCount(count)}
          </Button>
        </>
      }
    />
  );
}
