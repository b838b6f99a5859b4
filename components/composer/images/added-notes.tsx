"use client";
import { IconButton } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { FitOffer } from "./fit-offer.tsx";
import type { Added } from "./use-add-files.ts";

type AddedNotesProps = {
  added: Added;
  /** What is left to be said. */
  onDone: (rest: Added) => void;
  /** A picture that was made fit. */
  onTake: (file: File) => void;
};

/** What became of files that were not taken as they are. */
export function AddedNotes({ added, onDone, onTake }: AddedNotesProps) {
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
      {unfit.map((one) => {
        const rest = { ...added, unfit: unfit.filter((other) => other !== one) };
        return (
          <FitOffer
            key={`${one.file.name}${one.file.size}${one.file.lastModified}`}
            unfit={one}
            onLeave={() => onDone(rest)}
            onTake={(file) => {
              onDone(rest);
              onTake(file);
            }}
          />
        );
      })}
    </div>
  );
}
