import type { PartId } from "#components/composer/state/draft.ts";
import { limits } from "#lib/contract/limits.ts";
import { type DetectedImageType, detectImageType, imageHeaderBytes, readImageSize } from "./image-header.ts";

/** A file that can't be uploaded as it is but may be resized; `why` is the reason. */
export type ResizableFile<F> = {
  file: F;
  why: string;
  isHeic: boolean;
  /** The image would lose its animation. */
  isMoving: boolean;
};
export type CheckedFiles<F> = { taken: F[]; refused: string[]; unfit: ResizableFile<F>[] };

/**
 * The result of adding files: sentences about rejected files, and files that may be resized. `partId` is the part that
 * they were meant for.
 */
export type AddFilesResult = {
  refused: readonly string[];
  unfit: readonly ResizableFile<File>[];
  partId?: PartId | undefined;
};

/** The properties of a file that the check reads: name, size and first bytes. */
type ReadableFile = {
  name: string;
  size: number;
  slice: (from: number, to: number) => { arrayBuffer: () => Promise<ArrayBuffer> };
};

/** Larger files are not opened, because decoding them could crash the page. */
const maxResizeBytes = 150 * 1024 * 1024;
/** Most pixels that a phone can hold of one image while resizing it. */
const maxResizePixels = 120_000_000;

/** Formats a size in the unit of the limit. */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  if (megabytes >= 1024) return `${(megabytes / 1024).toFixed(1)} GB`;
  return megabytes >= 0.1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

const sizeLimitLabel = `${limits.imageBytes / 1024 / 1024} MB`;

/**
 * Sorts chosen, dropped or pasted files into files to upload, files that may be resized, and sentences about the
 * others. Reads first bytes only, and nothing of files far over the limit. The service checks all bytes again.
 * @param folders names of the folders among the files
 * @param room returns how many images the post can still take
 */
export async function checkFiles<F extends ReadableFile>(
  files: readonly F[],
  folders: readonly string[],
  getRemaining: () => number,
): Promise<CheckedFiles<F>> {
  const refused = folders.map((name) => `${name} is a folder. Open it and add the images in it.`);
  const looked = await Promise.all(files.map(async (file) => ({ file, ...(await checkFile(file)) })));
  refused.push(...looked.flatMap((one) => ("refused" in one ? [one.refused] : [])));
  const usable = looked.filter((one) => !("refused" in one));
  // Called only now, because other images may have been added during the reads.
  const fitting = usable.slice(0, Math.max(0, getRemaining()));
  const left = usable.slice(fitting.length);
  if (left.length > 0) {
    const names = left.map((one) => one.file.name || "a pasted image");
    refused.push(`Up to ${limits.imagesPerPost} images per part. Not added: ${names.join(", ")}.`);
  }
  return {
    refused,
    taken: fitting.flatMap((one) => ("unfit" in one ? [] : [one.file])),
    unfit: fitting.flatMap((one) =>
      "unfit" in one
        ? [{ file: one.file, why: one.unfit, isHeic: one.type === "image/heic", isMoving: one.type === "image/gif" }]
        : [],
    ),
  };
}

type FileCheck = { refused: string } | { unfit: string; type: DetectedImageType } | { fits: true };

async function checkFile(file: ReadableFile): Promise<FileCheck> {
  const name = file.name || "The pasted image";
  if (file.size === 0) return { refused: `${name} is empty.` };
  if (file.size > maxResizeBytes) {
    return {
      refused: `${name} is ${formatFileSize(file.size)}; the limit is ${sizeLimitLabel}.`,
    };
  }
  const head = await file
    .slice(0, imageHeaderBytes)
    .arrayBuffer()
    .catch(() => null);
  if (!head) return { refused: `${name} can't be read. It may have been moved or deleted.` };
  const bytes = new Uint8Array(head);
  const type = detectImageType(bytes);
  if (type === null) {
    return {
      refused: looksLikeImage(file.name) ? `${name} is not a valid image.` : `${name} is not a JPEG, PNG, WebP or GIF.`,
    };
  }
  const size = readImageSize(bytes);
  const pixels = size ? size.width * size.height : 0;
  if (pixels > maxResizePixels)
    return { refused: `${name} has ${Math.round(pixels / 1e6)} megapixels, too many to shrink here.` };
  const much = findFileProblem(type, file.size, pixels);
  return much === null ? { fits: true } : { unfit: `${name} ${much}`, type };
}

/** Avoids "10.0 MB; the limit is 10 MB". */
const formatOversize = (bytes: number) =>
  formatFileSize(bytes) === formatFileSize(limits.imageBytes) ? "is a little too large" : `is ${formatFileSize(bytes)}`;

/** Returns the reason why a file can't be uploaded as it is; null if it can. */
function findFileProblem(type: DetectedImageType, bytes: number, pixels: number): string | null {
  if (type === "image/heic") return "is a HEIC photo. HEIC isn't supported.";
  if (type === "image/avif") return "is an AVIF image. AVIF isn't supported.";
  const much =
    bytes > limits.imageBytes
      ? `${formatOversize(bytes)}; the limit is ${sizeLimitLabel}.`
      : pixels > limits.imagePixels
        ? `has ${Math.round(pixels / 1e6)} megapixels; the limit is ${limits.imagePixels / 1e6}.`
        : null;
  // A canvas holds only one frame of an animation.
  return much && type === "image/gif" ? `${much} Shrinking it removes the animation.` : much;
}

const looksLikeImage = (name: string) => /\.(jpe?g|png|webp|gif|heic|heif|avif)$/i.test(name);
