"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { formatRelativeTime } from "#lib/time/format.ts";
import { readTabUndos, runTabUndo } from "./tab-undos.ts";

/** Lists the changes of this tab that can still be undone, newest first. */
export function RecentChangesDialog({ onClose }: { onClose: () => void }) {
  const [undos, setUndos] = useState(readTabUndos);
  const [pending, setPending] = useState<string | null>(null);

  async function undo(id: string) {
    setPending(id);
    await runTabUndo(id);
    setPending(null);
    setUndos(readTabUndos());
  }

  return (
    <DialogPanel
      onClose={onClose}
      title="Recent changes"
      description="Changes of posts in this tab that can still be undone."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {undos.length === 0 ? <p className="text-14 text-ink-2">Nothing to undo.</p> : null}
      <ul aria-label="Recent changes" className="divide-y divide-line">
        {undos.toReversed().map(({ undo: id, message, doneAtMs }) => (
          <li key={id} className="flex items-center gap-3 py-2.5">
            <p className="min-w-0 flex-1 text-14">
              {message} <span className="text-13 text-ink-3">{formatRelativeTime(new Date(doneAtMs), new Date())}</span>
            </p>
            <Button size="small" aria-label={`Undo: ${message}`} pending={pending === id} onClick={() => void undo(id)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </DialogPanel>
  );
}
