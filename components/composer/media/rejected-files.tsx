"use client";
import { useEffect, useRef, useState } from "react";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import type { AddFilesResult } from "./prepare/check-files.ts";
import { formatFileSize, type ResizableFile } from "./prepare/check-files.ts";
import { type ResizeResult, resizeInWorker } from "./prepare/resize-in-worker.ts";

type RejectedFilesProps = {
  added: AddFilesResult;
  /** Gets the remaining messages. */
  onDone: (rest: AddFilesResult) => void;
  /** Gets a resized image. */
  onUse: (file: File, partId: AddFilesResult["partId"]) => void;
};

/** Lists files that were not added as they are, and the offers to resize them. */
export function RejectedFiles({ added, onDone, onUse }: RejectedFilesProps) {
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
            <p key={sentence} className="wrap-anywhere">
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
            onUse={(file) => {
              onDone(rest);
              onUse(file, added.partId);
            }}
          />
        );
      })}
    </div>
  );
}

type ResizeOfferProps = { unfit: ResizableFile<File>; onUse: (file: File) => void; onLeave: () => void };

/** Offers to resize an image that can't be uploaded as it is, and adds it after the author has seen the new size. */
function ResizeOffer({ unfit: { file, why, isHeic, isMoving }, onUse, onLeave }: ResizeOfferProps) {
  const [resized, setResized] = useState<ResizeResult | "making" | null>(null);
  const making = useRef<AbortController | null>(null);
  useEffect(() => () => making.current?.abort(), []);

  async function resize() {
    const stop = new AbortController();
    making.current = stop;
    setResized("making");
    const result = await resizeInWorker(file, isHeic, stop.signal);
    if (result.type === "stopped") return;
    setResized(result);
  }
  function stop() {
    making.current?.abort();
    setResized(null);
  }

  const { type, message } = getOfferLabel(resized, file.name, why);
  return (
    <Banner
      role="alert"
      tone={type === "failed" ? "failed" : "plain"}
      actions={
        <>
          {resized !== "making" && resized?.type === "made" ? (
            <Button size="small" onClick={() => onUse(resized.file)}>
              Add
            </Button>
          ) : null}
          {type === "offered" || type === "making" ? (
            <Button size="small" pending={type === "making"} onClick={() => void resize()}>
              {getResizeLabel(isMoving, isHeic, file.type)}
            </Button>
          ) : null}
          {type === "making" ? (
            <Button size="small" variant="quiet" onClick={stop}>
              Cancel
            </Button>
          ) : (
            <Button size="small" variant="quiet" onClick={onLeave}>
              Remove
            </Button>
          )}
        </>
      }
    >
      <span className="wrap-anywhere">{message}</span>
    </Banner>
  );
}

function getResizeLabel(isMoving: boolean, isHeic: boolean, type: string): string {
  if (isMoving) return "Convert to a still image";
  if (isHeic) return "Convert to JPEG";
  return type === "image/avif" ? "Convert" : "Shrink to fit";
}

function getOfferLabel(resized: ResizeResult | "making" | null, name: string, why: string) {
  if (resized === "making") return { type: "making", message: `${name} is being shrunk.` };
  if (resized?.type === "made") return { type: "made", message: formatResizeResult(resized) };
  if (resized?.type === "failed") return { type: "failed", message: resized.why };
  return { type: "offered", message: why };
}

function formatResizeResult({ file, width, height }: Extract<ResizeResult, { type: "made" }>): string {
  const kind = file.type === "image/png" ? "PNG" : "JPEG";
  return `${file.name} would be a ${kind} of ${formatFileSize(file.size)}, ${width} × ${height} pixels.`;
}
