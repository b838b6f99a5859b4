"use client";
import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "#components/ui/button";
import { limits } from "#lib/contract/limits";

/** Opens the system's chooser for images. */
export function AddImages({ isFull, onFiles }: { isFull: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        size="small"
        label={isFull ? `Add images (${limits.imagesPerPost} are there already)` : "Add images"}
        disabled={isFull}
        onClick={() => input.current?.click()}
      >
        <ImagePlus className="size-[17px]" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Images"
        accept={limits.imageTypes.join()}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // So that the same file can be chosen again after it was removed.
          event.target.value = "";
        }}
      />
    </>
  );
}
