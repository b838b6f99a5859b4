"use client";
import { ChevronLeft, ChevronRight, RotateCw, X } from "lucide-react";
import type { ReactNode } from "react";
import { AlertMark } from "#components/ui/alert-mark";
import { Button, IconButton } from "#components/ui/button";
import { ProgressBar } from "#components/ui/progress-bar";
import type { Image, ImageId } from "../machine/draft.ts";
import type { ComposerEvent } from "../machine/events.ts";

type ImageStripProps = {
  images: readonly Image[];
  previewOf: (id: ImageId) => string | null;
  isReadOnly: boolean;
  dispatch: (event: ComposerEvent) => void;
};

const lostWords = "This image is no longer there. Remove it and add it again.";

/** The images of the first part, in the order they go out. */
export function ImageStrip({ images, previewOf, isReadOnly, dispatch }: ImageStripProps) {
  if (images.length === 0) return null;
  return (
    <ul aria-label="Images" className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3 2xl:grid-cols-4">
      {images.map((image, at) => (
        <li key={image.id} className="relative h-[104px] overflow-hidden rounded-control border border-line bg-sunk">
          <Picture image={image} preview={previewOf(image.id)} dispatch={dispatch} number={at + 1} />
          {isReadOnly ? null : (
            <div className="absolute inset-x-1.5 top-1.5 flex justify-end gap-1">
              {images.length > 1 ? (
                <>
                  <OnPicture
                    label={`Move image ${at + 1} left`}
                    disabled={at === 0}
                    onClick={() => dispatch({ type: "image-moved", imageId: image.id, by: -1 })}
                  >
                    <ChevronLeft className="size-4" />
                  </OnPicture>
                  <OnPicture
                    label={`Move image ${at + 1} right`}
                    disabled={at === images.length - 1}
                    onClick={() => dispatch({ type: "image-moved", imageId: image.id, by: 1 })}
                  >
                    <ChevronRight className="size-4" />
                  </OnPicture>
                </>
              ) : null}
              <OnPicture
                label={image.state.is === "uploading" ? `Cancel upload of ${image.name}` : `Remove image ${at + 1}`}
                onClick={() => dispatch({ type: "image-removed", imageId: image.id })}
              >
                <X className="size-4" />
              </OnPicture>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

type OnPictureProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode };

function OnPicture({ label, disabled, onClick, children }: OnPictureProps) {
  return (
    <IconButton
      size="small"
      variant="outline"
      label={label}
      disabled={disabled}
      onClick={onClick}
      className="pointer-coarse:min-h-9! pointer-coarse:min-w-9!"
    >
      {children}
    </IconButton>
  );
}

type PictureProps = { image: Image; number: number; preview: string | null; dispatch: (event: ComposerEvent) => void };

function Picture({ image, number, preview, dispatch }: PictureProps) {
  const { state } = image;
  const source = preview ?? (state.is === "ready" ? state.url : null);
  return (
    <>
      {source && state.is !== "failed" ? (
        <img
          src={source}
          alt={`${number}: ${image.name}`}
          onError={() => dispatch({ type: "image-lost", imageId: image.id, why: lostWords })}
          className={`size-full object-cover ${state.is === "uploading" ? "opacity-40" : ""}`}
        />
      ) : null}
      {state.is === "uploading" ? (
        <div className="absolute inset-x-3 bottom-3 grid gap-1.5">
          <ProgressBar value={state.share} label={`Upload of ${image.name}`} />
          <span className="truncate text-12 text-ink">
            {image.name} · {Math.round(state.share * 100)} %
          </span>
        </div>
      ) : null}
      {state.is === "failed" ? (
        <div className="grid h-full content-end gap-1.5 p-2.5 pt-10">
          <p className="line-clamp-2 text-12 text-failed" title={state.why}>
            <AlertMark className="mr-1 inline size-3.5 align-[-2px]" />
            {state.why}
          </p>
          {preview ? (
            <Button
              size="small"
              icon={<RotateCw className="size-3.5" />}
              className="justify-self-start"
              onClick={() => dispatch({ type: "upload-retried", imageId: image.id })}
            >
              Try again
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
