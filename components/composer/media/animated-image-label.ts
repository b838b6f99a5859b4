import type { DraftImage } from "#components/composer/state/draft.ts";

type NamedImage = Pick<DraftImage, "facts" | "name">;

/** Returns the badge of an animated image. */
export const getAnimationBadge = ({ facts, name }: NamedImage): string =>
  facts?.type === "image/gif" || (facts?.type === undefined && /\.gif$/i.test(name)) ? "GIF" : "Animated";

/** Until the service has checked the file, every GIF counts as animated. */
export const isMaybeAnimated = (image: NamedImage): boolean => image.facts?.moves ?? getAnimationBadge(image) === "GIF";
