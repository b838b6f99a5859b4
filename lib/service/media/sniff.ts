import { fileTypeFromFile } from "file-type";
import { limits } from "#lib/contract/limits.ts";
import type { ImageType } from "#lib/contract/platforms/platform-rules.ts";

/**
 * What the bytes of a file say it is: one of the four types we take, `animated-png`, or null for anything else. Neither
 * the name nor the content type that a client sent is looked at.
 */
export async function detectImageType(path: string): Promise<ImageType | "animated-png" | null> {
  const found = await fileTypeFromFile(path);
  if (found?.mime === "image/apng") return "animated-png";
  return limits.imageTypes.find((type) => type === found?.mime) ?? null;
}
