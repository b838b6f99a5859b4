import type { Image } from "#components/composer/state/draft.ts";

type Named = Pick<Image, "facts" | "name">;

/** What stands on an image that moves. */
export const badgeOf = ({ facts, name }: Named): string =>
  facts?.type === "image/gif" || (facts?.type === undefined && /\.gif$/i.test(name)) ? "GIF" : "Animated";

/** Until the service has looked into it, a GIF is taken for one that moves. */
export const mayMove = (image: Named): boolean => image.facts?.moves ?? badgeOf(image) === "GIF";
