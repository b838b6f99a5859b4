"use client";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";

/** Explains what turning two-step verification off means before it happens. */
export function DisableTwoStepDialog({ onTurnOff, onClose }: { onTurnOff: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Turn off two-step verification?"
      description="Your password alone will sign you in again. Your recovery codes stop working."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={onTurnOff}>
            Turn off
          </Button>
        </>
      }
    />
  );
}
