"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";

type ConfirmedButtonProps = { label: string; confirmLabel?: string; pending: boolean; onConfirm: () => void };

/** A button that asks for a second press. */
export function ConfirmedButton({ label, confirmLabel = label, pending, onConfirm }: ConfirmedButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  if (!isConfirming)
    return (
      <Button variant="danger" onClick={() => setConfirming(true)}>
        {label}…
      </Button>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {/* First and focused: a held Enter or a double click must not confirm. */}
      <Button autoFocus onClick={() => setConfirming(false)}>
        Cancel
      </Button>
      <Button variant="danger" pending={pending} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </div>
  );
}
