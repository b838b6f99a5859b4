import type { ImageType } from "#lib/contract/platforms/image-requirements.ts";
import {
  getImageBox,
  getImageScale,
  type ImageRequirements,
  meetsImageRequirements,
} from "#lib/contract/platforms/image-requirements.ts";
import { decodeTimeoutSeconds, sharp } from "./restricted-sharp.ts";

export type FittedImage = { bytes: Buffer; mime: ImageType; width: number; height: number };

/** No smaller version would show the author's image. `message` is a sentence for the author. */
export class ImageFitError extends Error {}

type Size = { width: number; height: number };

/** Best first; below the last one a smaller image looks better than a lower quality. */
const qualities = [85, 75, 65, 55];
const smaller = 0.8;
/** The smallest result has a tenth of the edges, far below any platform's limit. */
const roundsMax = 10;
/** Drawings and screenshots have these types: JPEG would blur them. */
const keepsEdges: ReadonlySet<string | undefined> = new Set(["png", "gif"]);

/**
 * Converts a still image to the largest and best one that meets the requirements: turned upright, never enlarged, in
 * sRGB, without metadata. JPEG gets lower quality first and then smaller, until its size fits; PNG stays PNG while it
 * fits, because JPEG would harm its edges and transparency. Transparent areas become white where only JPEG is accepted.
 * The same input gives the same bytes with the same version of the encoder.
 * @throws ImageFitError for an animation, which no still image replaces, and where nothing helps.
 */
export async function fitImage(bytes: Buffer, form: ImageRequirements): Promise<FittedImage> {
  const source = () => sharp(bytes, { failOn: "warning" }).timeout({ seconds: decodeTimeoutSeconds });
  const meta = await source().metadata();
  if ((meta.pages ?? 1) > 1) throw new ImageFitError("An animation can't be converted without losing its movement.");
  // Sharp's metadata has the width and height of the file before rotation.
  const { width, height } = meta.autoOrient;
  let scale = getImageScale({ width, height }, form);
  for (let round = 0; round < roundsMax; round += 1, scale *= smaller) {
    const edge = Math.max(1, Math.floor(Math.max(width, height) * scale));
    const box = getImageBox({ width, height }, form);
    const isShaped = box.width === width && box.height === height;
    const share = Math.min(1, edge / Math.max(box.width, box.height));
    const shape = getImageBox({ width: Math.floor(box.width * share), height: Math.floor(box.height * share) }, form);
    const sized = () =>
      source()
        .autoOrient()
        .resize(
          isShaped
            ? { width: edge, height: edge, fit: "inside", withoutEnlargement: true }
            : { ...shape, fit: "contain", background: "#fff" },
        )
        .toColourspace("srgb");
    const taken = ({ data, info }: { data: Buffer; info: Size }, mime: ImageType): FittedImage | null => {
      const fitted = { bytes: data, mime, width: info.width, height: info.height };
      return meetsImageRequirements({ ...fitted, sizeBytes: data.length }, form) ? fitted : null;
    };
    if (round === 0 && form.types.includes("image/png") && (meta.hasAlpha || keepsEdges.has(meta.format))) {
      const png = await sized().png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
      const fitted = taken(png, "image/png");
      if (fitted) return fitted;
    }
    if (!form.types.includes("image/jpeg")) break;
    for (const quality of qualities) {
      const flat = sized().flatten({ background: "#fff" });
      const fitted = taken(await flat.jpeg({ quality }).toBuffer({ resolveWithObject: true }), "image/jpeg");
      if (fitted) return fitted;
    }
  }
  throw new ImageFitError("The image can't be made small enough for it.");
}
