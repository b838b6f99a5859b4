import type { Draft } from "../machine/draft.ts";

/** The images as the preview shows them: the file itself until the service has it. */
export function picturesOf(images: Draft["images"], previewOf: (id: string) => string | null) {
  return images.flatMap((image) => {
    const source = previewOf(image.id) ?? (image.state.is === "ready" ? image.state.url : null);
    return source && image.state.is !== "failed" ? [{ id: image.id, source, alt: image.alt }] : [];
  });
}
