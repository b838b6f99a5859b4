import type { ConnectorIo, ConnectorIoFactory } from "./connector.ts";

/** For a platform inside the product: it asks nobody outside. */
export function createPracticeIo(signal: AbortSignal): ConnectorIo {
  return {
    signal,
    now: () => new Date(),
    call: async () => ({ is: "refused", why: "This channel is inside, and reaches nothing outside." }),
    readImage: () => Promise.reject(new Error("a practice channel takes images by their names")),
    imageUrl: () => null,
    keep: async () => {},
  };
}

/** Where every channel is a practice channel. */
export const practiceIoFactory: ConnectorIoFactory = ({ signal }) => createPracticeIo(signal);
