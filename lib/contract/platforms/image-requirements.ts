export type ImageType = "image/jpeg" | "image/png" | "image/webp" | "image/gif";

/** The requirements of a platform for an image, the same for the composer, the API, practice channels and delivery. */
export type ImageRequirements = {
  /** Types that the platform accepts unchanged; others are converted before sending. */
  types: readonly ImageType[];
  /** Largest image in bytes. */
  maxBytes: number;
  /** Largest animation in bytes, if it differs. */
  animationBytes?: number;
  /** Longest edge, pixels. */
  maxEdge: number;
  /** Width times height; null without such a rule. */
  maxPixels: number | null;
  /** Accepted width divided by height: other images get white edges. Absent without such a rule. */
  ratio?: { min: number; max: number };
};

type Size = { width: number; height: number };
export type ImageMeasurements = Size & { mime: string; sizeBytes: number; animated?: boolean };

/** Returns whether an image needs no conversion. */
export function meetsImageRequirements(image: ImageMeasurements, form: ImageRequirements): boolean {
  return findUnmet(image, form) === null;
}

function findUnmet(image: ImageMeasurements, form: ImageRequirements): "type" | "bytes" | "size" | null {
  if (!form.types.some((type) => type === image.mime)) return "type";
  if (image.sizeBytes > getMaxBytes(image, form)) return "bytes";
  const box = getImageBox(image, form);
  const isSized = box.width === image.width && box.height === image.height && getImageScale(image, form) === 1;
  return isSized ? null : "size";
}

const getMaxBytes = ({ animated }: ImageMeasurements, form: ImageRequirements) =>
  animated ? (form.animationBytes ?? form.maxBytes) : form.maxBytes;

/** Returns the scale, at most 1. */
export function getImageScale({ width, height }: Size, { maxPixels, maxEdge }: ImageRequirements): number {
  const isMany = maxPixels !== null && width * height > maxPixels;
  // Slightly less, because both edges are rounded.
  const byPixels = isMany ? Math.sqrt(maxPixels / (width * height)) * 0.999 : 1;
  return Math.min(1, maxEdge / Math.max(width, height), byPixels);
}

/** Returns the size of the smallest box of an accepted shape around an image. */
export function getImageBox({ width, height }: Size, { ratio }: ImageRequirements): Size {
  if (!ratio || height === 0) return { width, height };
  if (width / height < ratio.min) return { width: Math.ceil(height * ratio.min), height };
  if (width / height > ratio.max) return { width, height: Math.ceil(width / ratio.max) };
  return { width, height };
}

export const imageTypeNames: Record<ImageType, string> = {
  "image/jpeg": "JPEG",
  "image/png": "PNG",
  "image/webp": "WebP",
  "image/gif": "GIF",
};

/** Platforms count a megabyte as a million bytes. */
export const formatMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * Returns why an animation can't go to a platform, without the name of the image: a still image is converted, an animation
 * would lose its movement. Null for a still image and for an animation that meets the requirements.
 */
export function findAnimationProblem(image: ImageMeasurements, form: ImageRequirements): string | null {
  const unmet = image.animated ? findUnmet(image, form) : null;
  if (unmet === null) return null;
  const whole = "it can't be converted without losing its movement";
  if (unmet === "type") {
    const name = (imageTypeNames as Record<string, string>)[image.mime] ?? image.mime;
    const moving = form.types.filter((type) => type === "image/gif" || type === "image/webp");
    const taken = moving.map((type) => imageTypeNames[type]).join(" and ");
    return `is an animated ${name}${taken === "" ? "" : `, only ${taken} is accepted`}, and ${whole}`;
  }
  if (unmet === "bytes") {
    const most = formatMegabytes(getMaxBytes(image, form));
    return `is an animation of ${formatMegabytes(image.sizeBytes)}, the limit is ${most}, and ${whole}`;
  }
  return `is an animation of ${image.width} × ${image.height} pixels, which is too large, and ${whole}`;
}
