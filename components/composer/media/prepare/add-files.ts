import type { RefObject } from "react";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { ImageId, PartId } from "#components/composer/state/draft.ts";
import { countRemainingImages } from "#components/composer/state/reduce-images.ts";
import { limits } from "#lib/contract/limits.ts";
import { type AddFilesResult, checkFiles, type ResizableFile } from "./check-files.ts";

export type AddFilesOptions = {
  latest: RefObject<ComposerState>;
  addFile: (file: File) => { id: ImageId; name: string; sizeBytes: number };
  dispatch: (event: ComposerEvent) => void;
  setAdded: (update: (before: AddFilesResult) => AddFilesResult) => void;
};

type FilesOfPart = {
  files: readonly File[];
  folders: readonly string[];
  partId: PartId | undefined;
  /** True for a service whose posts have images on the first part only. */
  isFirstOnly: boolean;
};

const firstPartOnlyMessage = "Your publishing service takes images on the first part only.";

const isSameFile =
  ({ file: a }: ResizableFile<File>) =>
  ({ file: b }: ResizableFile<File>) =>
    a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** Checks files for a part and adds those that fit. */
export async function addFiles(
  { files, folders, partId, isFirstOnly }: FilesOfPart,
  { latest, addFile, dispatch, setAdded }: AddFilesOptions,
): Promise<void> {
  const { draft } = latest.current;
  const isFirst = [draft.parts, ...Object.values(draft.own)].some(([first]) => first?.id === partId);
  if (isFirstOnly && partId !== undefined && !isFirst) {
    return setAdded((before) => ({ ...before, refused: [firstPartOnlyMessage], partId }));
  }
  const getRemaining = () => countRemainingImages(latest.current.draft, partId);
  const { taken, refused, unfit } = await checkFiles(files, folders, getRemaining);
  // Earlier files that may be resized still need a decision.
  setAdded(({ unfit: before }) => ({
    refused,
    unfit: [...before.filter((one) => !unfit.some(isSameFile(one))), ...unfit],
    partId,
  }));
  if (taken.length > 0) dispatch({ type: "images-added", images: taken.map(addFile), partId });
}

/** Adds an image that was already checked and resized. Messages about other files stay. */
export function addResizedFile(
  file: File,
  partId: PartId | undefined,
  { latest, addFile, dispatch, setAdded }: AddFilesOptions,
): void {
  if (countRemainingImages(latest.current.draft, partId) > 0) {
    dispatch({ type: "images-added", images: [addFile(file)], partId });
  } else {
    const message = `Up to ${limits.imagesPerPost} images per part. Not added: ${file.name}.`;
    setAdded((before) => ({ ...before, refused: [message] }));
  }
}
