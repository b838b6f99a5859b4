"use client";
import { useEffect, useRef } from "react";
import { IconButton } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { ResizeOffer } from "./prepare/resize-offer.tsx";
import type { AddFilesResult } from "./use-add-files.ts";

type RejectedFilesProps = {
  added: AddFilesResult;
  /** Gets the remaining messages. */
  onDone: (rest: AddFilesResult) => void;
  /** Gets a resized image. */
  onTake: (file: File) => void;
};

/** Lists files that were not added as they are, and the offers to resize them. */
export function RejectedFiles({ added, onDone, onTake }: RejectedFilesProps) {
  const { refused, unfit } = added;
  const place = useRef<HTMLDivElement>(null);
  // Below a long thread the list would be out of view from the part that the files were meant for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls each time that files were added
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, [added]);
  return (
    <div ref={place} className="mb-3 grid gap-2">
      {refused.length > 0 ? (
        <Banner
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
        </Banner>
      ) : null}
      {unfit.map((one) => {
        const rest = { ...added, unfit: unfit.filter((other) => other !== one) };
        return (
          <ResizeOffer
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
