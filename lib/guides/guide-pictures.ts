import path from "node:path/posix";
import type { Guide } from "./guide-list.ts";

/** Sizes in CSS pixels, which a page reserves before a picture arrives. */
export const widePicture = { width: 1440, height: 900 };
export const phonePicture = { width: 390, height: 844 };

/** `public/` holds the pictures: its files have the same address in the repository, less the folder. */
const folder = "public/docs/pictures/";

export type GuidePicture = { src: string; width: number; height: number };

/** Returns the picture that a guide names, or null for any other file or address. */
export function resolveGuidePicture(href: string, { file }: Pick<Guide, "file">): GuidePicture | null {
  const target = path.normalize(path.join(path.dirname(file), href));
  if (!target.startsWith(folder)) return null;
  return {
    src: `/${target.slice("public/".length)}`,
    ...(target.endsWith("-phone.webp") ? phonePicture : widePicture),
  };
}
