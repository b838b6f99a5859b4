"use client";
import { type ClipboardEvent, type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { isComposerEditable } from "#components/composer/state/composer-reducer.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import { limits } from "#lib/contract/limits.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { ResizableFile } from "./prepare/check-files.ts";
import type { useUploads } from "./upload/use-uploads.ts";

/** The result of adding files: sentences about rejected files, and files that may be resized. */
export type AddFilesResult = { refused: readonly string[]; unfit: readonly ResizableFile<File>[] };

const noFilesAdded: AddFilesResult = { refused: [], unfit: [] };
const linkedImageMessage = "That is a link to an image. Save the image and add the file.";

const isSameFile =
  ({ file: a }: ResizableFile<File>) =>
  ({ file: b }: ResizableFile<File>) =>
    a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** Adds files from the file chooser, the clipboard and drag and drop. The check is loaded with the first file. */
export function useAddFiles(
  latest: RefObject<ComposerState>,
  { addFile }: Pick<ReturnType<typeof useUploads>, "addFile">,
  dispatch: (event: ComposerEvent) => void,
) {
  const [added, setAdded] = useState<AddFilesResult>(noFilesAdded);

  const add = useCallback(
    async (files: readonly File[], folders: readonly string[] = []) => {
      if (!isComposerEditable(latest.current.phase) || files.length + folders.length === 0) return;
      try {
        const { checkFiles } = await import("./prepare/check-files.ts");
        const getRemaining = () => limits.imagesPerPost - latest.current.draft.images.length;
        const { taken, refused, unfit } = await checkFiles(files, folders, getRemaining);
        // Earlier files that may be resized still need a decision.
        setAdded((at) => ({ refused, unfit: [...at.unfit.filter((one) => !unfit.some(isSameFile(one))), ...unfit] }));
        if (taken.length > 0) dispatch({ type: "images-added", images: taken.map(addFile) });
      } catch (error) {
        setAdded((at) => ({ ...at, refused: [toReadFailure(error).message] }));
      }
    },
    [latest, addFile, dispatch],
  );

  /** Adds an image that was already checked and resized. Messages about other files stay. */
  const take = useCallback(
    (file: File) => {
      const isFull = latest.current.draft.images.length >= limits.imagesPerPost;
      if (isFull)
        return setAdded((at) => ({
          ...at,
          refused: [`Up to ${limits.imagesPerPost} images per post. Not added: ${file.name}.`],
        }));
      dispatch({ type: "images-added", images: [addFile(file)] });
    },
    [latest, addFile, dispatch],
  );

  // The whole page accepts drops: a file dropped beside the editor is meant for it too, and a browser would otherwise
  // open the file.
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const { dataTransfer: data } = event;
      if (!data) return;
      // Read before this handler ends, because the browser clears the items afterwards.
      const found = [...data.items].map((item) => ({ entry: item.webkitGetAsEntry?.(), file: item.getAsFile() }));
      const folders = found.flatMap(({ entry }) => (entry?.isDirectory ? [entry.name] : []));
      const files = found.flatMap(({ entry, file }) => (file && !entry?.isDirectory ? [file] : []));
      if (files.length + folders.length > 0) {
        event.preventDefault();
        return void add(files, folders);
      }
      if (!data.types.includes("text/html") || !/<img\s/i.test(data.getData("text/html"))) return;
      event.preventDefault();
      setAdded((at) => ({ ...at, refused: [linkedImageMessage] }));
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, [add]);

  const handlers = useMemo(
    () => ({
      onPaste: (event: ClipboardEvent) => {
        const { files } = event.clipboardData;
        // Copied cells and paragraphs come as text and as an image; the text is meant.
        if (files.length === 0 || event.clipboardData.getData("text/plain") !== "") return;
        event.preventDefault();
        void add([...files]);
      },
    }),
    [add],
  );

  return { added, setAdded, add, take, handlers };
}
