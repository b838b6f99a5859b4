import { encode } from "uqr";

/** A QR code as the path of an SVG whose view box is `size` by `size`, quiet zone included. */
export type QrCodePath = { size: number; path: string };

/** The quiet zone that ISO/IEC 18004 asks for, in modules. */
const border = 4;

/** Draws a text as a QR code, here on the server: it holds a secret that no other service may see. */
export function renderQrCode(text: string): QrCodePath {
  const { data, size } = encode(text, { ecc: "M", border });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
