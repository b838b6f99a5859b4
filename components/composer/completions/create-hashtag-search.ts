import { readResourceInPlace } from "#lib/queries/read-resource.ts";

/** Returns the used hashtags that begin with the typed letters, without their sign. */
export type HashtagSearch = (typed: string) => Promise<readonly string[]>;

/** Creates a search that reads the used hashtags with the first sign and keeps them for as long as it is in use. */
export function createHashtagSearch(): HashtagSearch {
  let reading: Promise<readonly string[]> | null = null;
  return async (typed) => {
    reading ??= readResourceInPlace<readonly string[]>("hashtags", {}, new AbortController().signal);
    const used = await reading.catch((error: unknown) => {
      reading = null;
      throw error;
    });
    const letters = typed.toLowerCase();
    const found = used.filter((one) => one.toLowerCase().startsWith(letters));
    // A hashtag typed to its end is not continued, so that Enter breaks the line.
    return found.some((one) => one.length === typed.length) ? [] : found;
  };
}
