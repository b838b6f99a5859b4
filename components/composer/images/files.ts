import { limits } from "#lib/contract/limits";

type Named = { name: string; type: string; size: number };

const types: readonly string[] = limits.imageTypes;
const megabyte = 1024 * 1024;

/** Sorts chosen files: those to upload, and a sentence for each that can't be. The bytes have the last word, with the service. */
export function sortFiles<F extends Named>(files: readonly F[], room: number): { taken: F[]; refused: string[] } {
  const refused: string[] = [];
  const fitting = files.filter((file) => {
    if (file.type !== "" && !types.includes(file.type)) {
      refused.push(`${file.name} is not a JPEG, PNG, WebP or GIF.`);
      return false;
    }
    if (file.size > limits.imageBytes) {
      refused.push(
        `${file.name} has ${(file.size / megabyte).toFixed(1)} MB; the limit is ${limits.imageBytes / megabyte} MB.`,
      );
      return false;
    }
    return true;
  });
  const left = fitting.length - room;
  if (left > 0)
    refused.push(`A post holds ${limits.imagesPerPost} images: ${left === 1 ? "1 was" : `${left} were`} left out.`);
  return { taken: fitting.slice(0, Math.max(0, room)), refused };
}
