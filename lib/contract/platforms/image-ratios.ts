/** Width divided by height that a platform accepts; images of another shape get white edges. */
export type ImageRatio = { min: number; max: number; label: string };

/** Apart from the platforms' other rules: the composer loads this file with its images, not with the page. */
export const imageRatios = {
  // "IG User Media", image specifications.
  instagram: { min: 0.8, max: 1.91, label: "4:5 to 1.91:1" },
  // "Threads Posts", image specifications: at most ten times as wide as high.
  threads: { min: 0, max: 10, label: "up to 10:1" },
  // Bot API, sendPhoto: one side at most 20 times the other.
  telegram: { min: 1 / 20, max: 20, label: "1:20 to 20:1" },
} satisfies Record<string, ImageRatio>;

export const findImageRatio = (slug: string): ImageRatio | null =>
  (imageRatios as Record<string, ImageRatio>)[slug] ?? null;
