import type { Draft } from "../machine/draft.ts";

/** What a preview can show of the images: those that are here or with the service, and did not fail. */
export function picturesOf(images: Draft["images"], previewOf: (id: string) => string | null) {
  return images.flatMap((image) => {
    const source = previewOf(image.id) ?? (image.state.is === "ready" ? image.state.url : null);
    return source && image.state.is !== "failed" ? [{ id: image.id, source }] : [];
  });
}
