"use client";
import { IconButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import type { Added } from "./use-add-files.ts";

/** What became of files that were not taken as they are. */
export function AddedNotes({ added, onDone }: { added: Added; onDone: (rest: Added) => void }) {
  const { refused, unfit } = added;
  return (
    <div className="mb-3 grid gap-2">
      {refused.length > 0 ? (
        <Notice
          role="alert"
          tone="failed"
          actions={
            <IconButton size="small" label="Close" onClick={() => onDone({ ...added, refused: [] })}>
              ×
            </IconButton>
          }
        >
          {refused.map((sentence) => (
            <p key={sentence} className="[overflow-wrap:anywhere]">
              {sentence}
            </p>
          ))}
        </Notice>
      ) : null}
      {unfit.map(({ file, why }) => (
        <Notice key={`${file.name}${file.size}`} role="alert" tone="failed">
          {why}
        </Notice>
      ))}
    </div>
  );
}
