import { deflateSync } from "node:zlib";
import type { OutgoingImage } from "#lib/service/channels/core/connector.ts";

export const images: OutgoingImage[] = ["One", "Two", "Three"].map((alt) => ({
  fileName: `${alt}.png`,
  mime: "image/png",
  width: 1,
  height: 1,
  alt,
}));
export const gif: OutgoingImage = { fileName: "moves.gif", mime: "image/gif", width: 1, height: 1, alt: "It moves" };

/** Returns bytes that begin as a PNG and depend only on the name. */
export const getImageBytes = (name: string) =>
  Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), deflateSync(Buffer.from(name))]);
