import type { Io, IoFor } from "./connector.ts";

/** For a platform inside the product: it asks nobody outside. */
export function innerIo(signal: AbortSignal): Io {
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
export const innerIoFor: IoFor = ({ signal }) => innerIo(signal);
