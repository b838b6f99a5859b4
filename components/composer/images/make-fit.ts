import { limits } from "#lib/contract/limits";
import { fitImage } from "./fit.ts";

export type Made = { is: "made"; file: File; width: number; height: number } | { is: "failed"; why: string };

/** Beyond what any platform shows. */
const sideMax = 8192;

const heicWords =
  "HEIC is the format of iPhone photos, and this browser can't read it. On a Mac open it in Preview and export it as JPEG; on an iPhone choose Settings, Camera, Formats, Most Compatible for photos to come.";

/**
 * Makes a picture fit; a sentence when it can't be made. The browser decodes and encodes beside the page; only the
 * drawing is done in it. Safari reads HEIC by itself, other browsers do not.
 */
export async function makeFit(picture: File, isHeic: boolean): Promise<Made> {
  const at = { bytes: limits.imageBytes, pixels: limits.imagePixels, side: sideMax };
  try {
    const fitted = await fitImage(picture, at);
    if (!fitted) return { is: "failed", why: `${picture.name} can't be made small enough here.` };
    const { file, width, height } = fitted;
    const name = `${picture.name.replace(/\.\w+$/, "")}.${file.type === "image/png" ? "png" : "jpg"}`;
    return { is: "made", file: new File([file], name, { type: file.type }), width, height };
  } catch {
    return { is: "failed", why: isHeic ? heicWords : `${picture.name} can't be read here; it may be damaged.` };
  }
}
