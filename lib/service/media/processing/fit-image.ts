import type { ImageType } from "#lib/contract/platforms/platform-rules.ts";
import { decodeTimeoutSeconds, sharp } from "./image-decoder.ts";

/** What an image must be like to go out somewhere; `maxEdge` in pixels, `maxPixels` width times height. */
export type ImageRequirements = {
  types: readonly ImageType[];
  maxBytes: number;
  maxEdge: number;
  maxPixels: number | null;
};

export type FittedImage = { bytes: Buffer; mime: ImageType; width: number; height: number };

/** No smaller form of it would be the picture that the author meant. `message` is a sentence for them. */
export class ImageFitError extends Error {}

type Size = { width: number; height: number };
type ImageMeasurements = Size & { mime: string; sizeBytes: number };

/** Whether it goes as it is. */
export function meetsImageRequirements(
  { mime, sizeBytes, width, height }: ImageMeasurements,
  form: ImageRequirements,
): boolean {
  const isType = form.types.some((type) => type === mime);
  return isType && sizeBytes <= form.maxBytes && getScale({ width, height }, form) === 1;
}

/** Best first; below the last one a smaller picture looks better than a coarser one. */
const qualities = [85, 75, 65, 55];
const smaller = 0.8;
/** To a tenth of its edges, far below what any platform needs. */
const roundsMax = 10;
/** Drawings and pictures of screens come as these: JPEG would blur them. */
const keepsEdges: ReadonlySet<string | undefined> = new Set(["png", "gif"]);

/**
 * Makes a still image as large and as good as `form` takes it: turned upright, never enlarged, in sRGB, without any
 * metadata. JPEG, first coarser and then smaller until it has few enough bytes; PNG stays PNG while it fits, since its
 * edges and its transparency would suffer. What was transparent becomes white where only JPEG is taken. The same
 * input gives the same bytes with the same version of the encoder.
 * @throws CannotFit for an animation, which no still stands for, and where nothing helps.
 */
export async function fitImage(bytes: Buffer, form: ImageRequirements): Promise<FittedImage> {
  const source = () => sharp(bytes, { failOn: "warning" }).timeout({ seconds: decodeTimeoutSeconds });
  const meta = await source().metadata();
  if ((meta.pages ?? 1) > 1) throw new ImageFitError("The animation is larger than it takes, or it takes none.");
  // Sharp turns by itself only what it writes: until then width and height are those of the file.
  const { width, height } = meta.autoOrient;
  let scale = getScale({ width, height }, form);
  for (let round = 0; round < roundsMax; round += 1, scale *= smaller) {
    const edge = Math.max(1, Math.floor(Math.max(width, height) * scale));
    const sized = () =>
      source()
        .autoOrient()
        .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb");
    const taken = ({ data, info }: { data: Buffer; info: Size }, mime: ImageType): FittedImage | null => {
      const made = { bytes: data, mime, width: info.width, height: info.height };
      return meetsImageRequirements({ ...made, sizeBytes: data.length }, form) ? made : null;
    };
    if (round === 0 && form.types.includes("image/png") && (meta.hasAlpha || keepsEdges.has(meta.format))) {
      const png = await sized().png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
      const made = taken(png, "image/png");
      if (made) return made;
    }
    if (!form.types.includes("image/jpeg")) break;
    for (const quality of qualities) {
      const flat = sized().flatten({ background: "#fff" });
      const made = taken(await flat.jpeg({ quality }).toBuffer({ resolveWithObject: true }), "image/jpeg");
      if (made) return made;
    }
  }
  throw new ImageFitError("The image can't be made small enough for it.");
}

/** At most 1. */
function getScale({ width, height }: Size, form: ImageRequirements): number {
  const { maxPixels, maxEdge } = form;
  const isMany = maxPixels !== null && width * height > maxPixels;
  // A little less, since both edges are rounded.
  const byPixels = isMany ? Math.sqrt(maxPixels / (width * height)) * 0.999 : 1;
  return Math.min(1, maxEdge / Math.max(width, height), byPixels);
}
