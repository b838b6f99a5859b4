"use client";
import { ImagePlus } from "lucide-react";
import { IconButton } from "#components/ui/controls/button.tsx";
import { limits } from "#lib/contract/limits.ts";

const inputId = "composer-images";

/** Opens the system's file chooser through the page's one `ImageFileInput`. */
export function AddImagesButton({ isFull }: { isFull: boolean }) {
  return (
    <IconButton
      size="small"
      label={isFull ? `Add images (${limits.imagesPerPost} is the limit)` : "Add images"}
      disabled={isFull}
      onClick={() => document.getElementById(inputId)?.click()}
    >
      <ImagePlus className="size-[18px]" />
    </IconButton>
  );
}

/** The hidden file input of the page. */
export function ImageFileInput({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <input
      id={inputId}
      type="file"
      multiple
      hidden
      aria-label="Image files"
      accept={limits.imageTypes.join()}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        // Cleared, so that the same file can be chosen again after it was removed.
        event.target.value = "";
      }}
    />
  );
}
