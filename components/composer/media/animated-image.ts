import type { DraftImage } from "#components/composer/state/draft.ts";

type NamedImage = Pick<DraftImage, "facts" | "name">;

/** What stands on an image that moves. */
export const getAnimationBadge = ({ facts, name }: NamedImage): string =>
  facts?.type === "image/gif" || (facts?.type === undefined && /\.gif$/i.test(name)) ? "GIF" : "Animated";

/** Until the service has looked into it, a GIF is taken for one that moves. */
export const isMaybeAnimated = (image: NamedImage): boolean => image.facts?.moves ?? getAnimationBadge(image) === "GIF";
