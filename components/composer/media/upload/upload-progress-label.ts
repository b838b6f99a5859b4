import { formatFileSize } from "#components/composer/media/prepare/check-files.ts";
import type { DraftImage } from "#components/composer/state/draft.ts";

/** Ms over which the speed is averaged: long enough to be steady, short enough to follow the connection. */
const windowMs = 3_000;

/**
 * Creates a meter that gets each progress event and returns the bytes per second of the last three seconds; null until
 * it has half a second.
 */
export function createSpeedMeter(): (sentBytes: number, atMs: number) => number | null {
  const steps: { sentBytes: number; atMs: number }[] = [];
  return (sentBytes, atMs) => {
    steps.push({ sentBytes, atMs });
    while (steps.length > 2 && atMs - (steps[1]?.atMs ?? atMs) >= windowMs) steps.shift();
    const first = steps[0];
    const tookMs = first ? atMs - first.atMs : 0;
    return first && tookMs >= 500 ? ((sentBytes - first.sentBytes) * 1000) / tookMs : null;
  };
}

function formatTimeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s left`;
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min left` : "over an hour left";
}

/** Formats progress, speed and remaining time of an upload: "62 % · 1.2 MB/s · 8 s left". */
export function formatUploadProgress(
  sizeBytes: number,
  state: Extract<DraftImage["state"], { type: "uploading" }>,
): string {
  const { share, perSecond = null } = state;
  // All bytes are sent; the service is checking the image.
  if (share >= 1) return "Checking…";
  const done = `${Math.floor(share * 100)} %`;
  if (perSecond === null || perSecond <= 0) return done;
  return `${done} · ${formatFileSize(perSecond)}/s · ${formatTimeLeft((sizeBytes * (1 - share)) / perSecond)}`;
}
