import type { ImageType, PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ImageFacts } from "#components/composer/state/draft.ts";

/** `refused`: the post would not be taken there as it is. Else it goes, and looks otherwise than here. */
export type PlatformNote = { words: string; isRefused: boolean };

const typeNames: Record<ImageType, string> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/gif": "GIF",
};
const nameOf = (type: string): string | undefined => (typeNames as Record<string, string>)[type];

function listed(words: readonly string[], joint = "and"): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${joint} ${words.at(-1)}`;
}
/** Platforms count a megabyte as a million bytes. */
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

const unmoving: Record<PlatformRules["images"]["animated"], boolean> = { native: false, alone: false, refuse: true };

/**
 * What the chosen platforms' rules mean for these images, in sentences for before they are sent; in the order of the
 * platforms. Of an image the service has told nothing about, nothing is said. What a platform takes is its rule: nothing
 * here says that we convert anything.
 */
export function platformNotes(
  images: readonly (ImageFacts | undefined)[],
  platforms: readonly PlatformRules[],
): PlatformNote[] {
  const notes = platforms.flatMap((rules) => [
    ...countNotes(images.length, rules),
    ...movingNotes(images, rules),
    ...ruleNotes(images, rules),
  ]);
  const cutting = images.length > 1 ? platforms.filter((rules) => rules.images.several === "cut") : [];
  if (cutting.length > 0) {
    const names = listed(cutting.map(({ name }) => name));
    const verb = cutting.length === 1 ? "shows" : "show";
    notes.push({
      words: `${names} ${verb} several images as a grid, cut at the edges; opened, each is whole.`,
      isRefused: false,
    });
  }
  return notes;
}

/** A server of an account may take fewer than its platform does elsewhere. */
function countNotes(count: number, { name, images: { max } }: PlatformRules): PlatformNote[] {
  if (count <= max) return [];
  const most = max === 1 ? "1 image" : `${max} images`;
  return [{ words: `${name} takes ${most} there: with ${count} the post is refused.`, isRefused: true }];
}

const isMoving = (image: ImageFacts | undefined) => image?.moves === true;

function movingNotes(
  images: readonly (ImageFacts | undefined)[],
  { name, images: rules }: PlatformRules,
): PlatformNote[] {
  const first = images.findIndex(isMoving);
  if (first === -1) return [];
  if (unmoving[rules.animated]) {
    return [
      {
        words: `${name} takes no image that moves: with image ${first + 1} the post is refused there.`,
        isRefused: true,
      },
    ];
  }
  if (rules.animated === "alone" && images.length > 1) {
    const words = `${name} takes an image that moves only by itself: with image ${first + 1} beside others the post is refused there.`;
    return [{ words, isRefused: true }];
  }
  return [];
}

function ruleNotes(
  images: readonly (ImageFacts | undefined)[],
  { name, images: rules }: PlatformRules,
): PlatformNote[] {
  return images.flatMap((image, at): PlatformNote[] => {
    // It is said already that it is refused.
    if (!image || (isMoving(image) && unmoving[rules.animated])) return [];
    const { type, sizeBytes } = image;
    const called = type === undefined ? undefined : nameOf(type);
    const isOther = called !== undefined && !rules.types.some((one) => one === type);
    const taken = listed(rules.types.map((one) => typeNames[one]));
    return [
      ...(isOther ? [{ words: `${name} takes ${taken}; image ${at + 1} is a ${called}.`, isRefused: false }] : []),
      ...(sizeBytes !== undefined && sizeBytes > rules.maxBytes
        ? [
            {
              words: `${name} takes images of up to ${megabytes(rules.maxBytes)}; image ${at + 1} has ${megabytes(sizeBytes)}.`,
              isRefused: false,
            },
          ]
        : []),
    ];
  });
}
