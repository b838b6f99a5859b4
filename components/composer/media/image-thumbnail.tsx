"use client";
import { RotateCw } from "lucide-react";
import type { DraftImage } from "#components/composer/state/draft.ts";
import { useIsOnline } from "#components/composer/use-is-online.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { AlertIcon } from "#components/ui/feedback/alert-icon.tsx";
import { ProgressBar } from "#components/ui/feedback/progress-bar.tsx";
import { AnimatedImage } from "#components/ui/layout/animated-image.tsx";
import { getAnimationBadge, isMaybeAnimated } from "./animated-image.ts";
import { formatUploadProgress } from "./upload/upload-progress.ts";

type ImageThumbnailProps = {
  image: DraftImage;
  number: number;
  source: string | null;
  hasFile: boolean;
  onRetry: () => void;
  onLost: () => void;
};

/** Shows an image, its upload progress, or the reason of a failed upload. */
export function ImageThumbnail({ image, number, source, hasFile, onRetry, onLost }: ImageThumbnailProps) {
  const { state } = image;
  const isOnline = useIsOnline();
  const look = {
    alt: image.alt || `${number}: ${image.name}`,
    className: `size-full object-cover ${state.type === "uploading" ? "opacity-40" : ""}`,
  };
  return (
    <>
      {source && state.type !== "failed" ? (
        isMaybeAnimated(image) ? (
          <AnimatedImage {...look} source={source} badge={getAnimationBadge(image)} name={image.name} onLost={onLost} />
        ) : (
          // biome-ignore lint/a11y/useAltText: `look` contains it
          <img {...look} src={source} draggable={false} onError={onLost} />
        )
      ) : null}
      {state.type === "uploading" ? (
        state.isLost ? (
          <UploadError
            why={isOnline ? "Can't reach the server. Retrying." : "Offline. Uploads when you're back."}
            onAgain={onRetry}
          />
        ) : (
          <div className="absolute inset-x-3 bottom-2.5 grid gap-1">
            <span className="truncate text-12 text-ink">{image.name}</span>
            <ProgressBar value={state.share} label={`Upload of ${image.name}`} />
            <span className="truncate text-12 text-ink tabular-nums">
              {formatUploadProgress(image.sizeBytes, state)}
            </span>
          </div>
        )
      ) : null}
      {state.type === "failed" ? <UploadError why={state.why} onAgain={hasFile ? onRetry : null} /> : null}
    </>
  );
}

function UploadError({ why, onAgain }: { why: string; onAgain: (() => void) | null }) {
  return (
    <div className="absolute inset-0 grid content-end gap-1.5 bg-sunk/85 p-2.5 pt-10">
      <p className="line-clamp-2 text-12 text-failed" title={why}>
        <AlertIcon className="mr-1 inline size-3.5 align-[-2px]" />
        {why}
      </p>
      {onAgain ? (
        <Button size="small" icon={<RotateCw className="size-3.5" />} className="justify-self-start" onClick={onAgain}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
