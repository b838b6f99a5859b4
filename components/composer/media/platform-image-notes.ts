import type { DraftImageMetadata } from "#components/composer/state/draft.ts";
import { findImageRatio, type ImageRatio } from "#lib/contract/platforms/image-ratios.ts";
import { findAnimationProblem, formatMegabytes, imageTypeNames } from "#lib/contract/platforms/image-requirements.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { formatCount } from "#lib/text/format-count.ts";

/**
 * A note about images on a platform. `isRefused` is true if the platform refuses the post as it is; otherwise it
 * publishes the images changed.
 */
export type PlatformImageNote = { message: string; isRefused: boolean };

const getTypeName = (type: string): string | undefined => (imageTypeNames as Record<string, string>)[type];

function formatList(message: readonly string[], joint = "and"): string {
  if (message.length < 2) return message[0] ?? "";
  return `${message.slice(0, -1).join(", ")} ${joint} ${message.at(-1)}`;
}

const refusesAnimation: Record<PlatformRules["images"]["animated"], boolean> = {
  native: false,
  alone: false,
  refuse: true,
};

/**
 * Returns sentences about the images on the chosen platforms, in the order of the platforms. Images without metadata
 * from the service get none. The sentences state the platforms' rules and promise no conversion.
 */
export function getPlatformImageNotes(
  images: readonly (DraftImageMetadata | undefined)[],
  platforms: readonly PlatformRules[],
): PlatformImageNote[] {
  const notes = platforms.flatMap((rules) => [
    ...getCountNotes(images.length, rules),
    ...getAnimationNotes(images, rules),
    ...getRuleNotes(images, rules),
  ]);
  const cutting = images.length > 1 ? platforms.filter((rules) => rules.images.several === "cut") : [];
  if (cutting.length > 0) {
    const names = formatList(cutting.map(({ name }) => name));
    const verb = cutting.length === 1 ? "crops" : "crop";
    notes.push({
      message: `${names} ${verb} images in the grid; a tap shows each in full.`,
      isRefused: false,
    });
  }
  return notes;
}

/** A server of an account may accept fewer images than its platform does elsewhere. */
function getCountNotes(count: number, { name, images: { max } }: PlatformRules): PlatformImageNote[] {
  if (count <= max) return [];
  const most = formatCount(max, "image");
  return [{ message: `${name} allows ${most}: it rejects a post with ${count}.`, isRefused: true }];
}

const isAnimated = (image: DraftImageMetadata | undefined) => image?.moves === true;

function getAnimationNotes(
  images: readonly (DraftImageMetadata | undefined)[],
  { name, images: rules }: PlatformRules,
): PlatformImageNote[] {
  const first = images.findIndex(isAnimated);
  if (first === -1) return [];
  if (refusesAnimation[rules.animated]) {
    return [
      {
        message: `${name} allows no animated images: it rejects a post with image ${first + 1}.`,
        isRefused: true,
      },
    ];
  }
  if (rules.animated === "alone" && images.length > 1) {
    const message = `${name} allows an animated image only on its own: it rejects a post with image ${first + 1} and others.`;
    return [{ message, isRefused: true }];
  }
  return images.flatMap((image, at): PlatformImageNote[] => {
    const problem = findProblem(image, rules);
    if (problem !== null)
      return [{ message: `The post can't go to ${name}: image ${at + 1} ${problem}.`, isRefused: true }];
    const isStill = isAnimated(image) && rules.stills?.some((type) => type === image?.type);
    const message = `${name} shows image ${at + 1} without its movement: it plays GIF only.`;
    return isStill ? [{ message, isRefused: false }] : [];
  });
}

/** Returns why an animation can't go to a platform; null without metadata. */
function findProblem(image: DraftImageMetadata | undefined, rules: PlatformRules["images"]): string | null {
  if (!image || !isAnimated(image)) return null;
  const { type: mime, sizeBytes, width, height } = image;
  if (mime === undefined || sizeBytes === undefined || !width || !height) return null;
  return findAnimationProblem({ mime, sizeBytes, width, height, animated: true }, rules);
}

function getRuleNotes(
  images: readonly (DraftImageMetadata | undefined)[],
  { slug, name, images: rules }: PlatformRules,
): PlatformImageNote[] {
  const ratio = findImageRatio(slug);
  return images.flatMap((image, at): PlatformImageNote[] => {
    // Another note already says that the platform refuses the image.
    if (!image || (isAnimated(image) && (refusesAnimation[rules.animated] || findProblem(image, rules) !== null)))
      return [];
    const { type, sizeBytes } = image;
    const called = type === undefined ? undefined : getTypeName(type);
    const isOther = called !== undefined && !rules.types.some((one) => one === type);
    const taken = formatList(rules.types.map((one) => imageTypeNames[one]));
    return [
      ...(isOther
        ? [{ message: `Image ${at + 1} (${called}) may be converted for ${name} (only ${taken}).`, isRefused: false }]
        : []),
      ...(ratio && hasOtherRatio(image, ratio)
        ? [{ message: `Image ${at + 1} gets white edges for ${name} (${ratio.label}).`, isRefused: false }]
        : []),
      ...(sizeBytes !== undefined && !isAnimated(image) && sizeBytes > rules.maxBytes
        ? [
            {
              message: `Image ${at + 1} (${formatMegabytes(sizeBytes)}) may be compressed for ${name} (max ${formatMegabytes(rules.maxBytes)}).`,
              isRefused: false,
            },
          ]
        : []),
    ];
  });
}

function hasOtherRatio({ width, height }: DraftImageMetadata, { min, max }: ImageRatio): boolean {
  if (!width || !height) return false;
  return width / height < min || width / height > max;
}
