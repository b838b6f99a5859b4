"use client";
import { type ClipboardEvent, type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { isComposerEditable } from "#components/composer/state/composer-reducer.ts";
import type { ComposerEvent, ComposerState } from "#components/composer/state/composer-state.ts";
import type { PartId } from "#components/composer/state/draft.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { AddFilesResult } from "./prepare/check-files.ts";
import type { useUploads } from "./upload/use-uploads.ts";

const noFilesAdded: AddFilesResult = { refused: [], unfit: [] };
const linkedImageMessage = "That is a link to an image. Save the image and add the file.";

/** Returns the id of the part at a node of the editor. */
const findPartId = (node: EventTarget | null): PartId | undefined =>
  (node instanceof Element && node.closest<HTMLElement>("[data-row]")?.dataset["row"]) || undefined;

/**
 * Adds files from the file chooser, the clipboard and drag and drop. The check is loaded with the first file.
 * @param partId the part in focus; undefined for a service whose posts have images on the first part only
 */
export function useAddFiles(
  latest: RefObject<ComposerState>,
  partId: RefObject<PartId | undefined>,
  { addFile }: Pick<ReturnType<typeof useUploads>, "addFile">,
  dispatch: (event: ComposerEvent) => void,
) {
  const [added, setAdded] = useState<AddFilesResult>(noFilesAdded);
  const options = useMemo(() => ({ latest, addFile, dispatch, setAdded }), [latest, addFile, dispatch]);

  const add = useCallback(
    async (files: readonly File[], folders: readonly string[] = [], at: PartId | undefined = partId.current) => {
      if (!isComposerEditable(latest.current.phase) || files.length + folders.length === 0) return;
      try {
        const { addFiles } = await import("./prepare/add-files.ts");
        await addFiles({ files, folders, partId: at, isFirstOnly: partId.current === undefined }, options);
      } catch (error) {
        setAdded((before) => ({ ...before, refused: [toReadFailure(error).message], partId: at }));
      }
    },
    [latest, partId, options],
  );

  const take = useCallback(
    async (file: File, at: PartId | undefined) => {
      // Its chunk is loaded: it checked the file.
      const { addResizedFile } = await import("./prepare/add-files.ts");
      addResizedFile(file, at, options);
    },
    [options],
  );

  const addAt = useCallback(
    (node: EventTarget | null, files: readonly File[], folders: readonly string[] = []) =>
      void add(files, folders, findPartId(node) ?? partId.current),
    [add, partId],
  );

  // The whole page accepts drops: a file dropped beside the editor is meant for it too, and a browser would otherwise
  // open the file.
  useEffect(() => {
    let aimed: HTMLElement | null = null;
    // An attribute, because rendering would cost a frame for each move of the pointer.
    const aim = (row: HTMLElement | null) => {
      if (row === aimed) return;
      aimed?.removeAttribute("data-drop");
      row?.setAttribute("data-drop", "");
      aimed = row;
    };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      aim(event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && aim(null);
    const drop = (event: DragEvent) => {
      aim(null);
      const { dataTransfer: data } = event;
      if (!data) return;
      // Read before this handler ends, because the browser clears the items afterwards.
      const found = [...data.items].map((item) => ({ entry: item.webkitGetAsEntry?.(), file: item.getAsFile() }));
      const folders = found.flatMap(({ entry }) => (entry?.isDirectory ? [entry.name] : []));
      const files = found.flatMap(({ entry, file }) => (file && !entry?.isDirectory ? [file] : []));
      if (files.length + folders.length > 0) {
        event.preventDefault();
        return addAt(event.target, files, folders);
      }
      if (!data.types.includes("text/html") || !/<img\s/i.test(data.getData("text/html"))) return;
      event.preventDefault();
      setAdded((at) => ({ ...at, refused: [linkedImageMessage] }));
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    addEventListener("dragleave", leave);
    return () => {
      removeEventListener("dragleave", leave);
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, [addAt]);

  const handlers = useMemo(
    () => ({
      onPaste: (event: ClipboardEvent) => {
        const { files } = event.clipboardData;
        // Copied cells and paragraphs come as text and as an image; the text is meant.
        if (files.length === 0 || event.clipboardData.getData("text/plain") !== "") return;
        event.preventDefault();
        addAt(event.target, [...files]);
      },
    }),
    [addAt],
  );

  return { added, setAdded, add, take, handlers };
}
