import { usageError } from "./cli-error.ts";

const marks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  { bytes: [0xff, 0xfe], encoding: "utf-16le" },
  { bytes: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/**
 * Decodes a text that a person brings: UTF-8, or UTF-16 with its byte-order mark, or the named encoding. A wrong letter
 * would be published, so other bytes are refused, not replaced.
 * @param name what the text is called in the sentence
 * @throws CliError if the bytes are no such text
 */
export function decodeText(bytes: Uint8Array, name: string, encoding?: string): string {
  const marked = marks.find(({ bytes: mark }) => mark.every((byte, at) => bytes[at] === byte))?.encoding;
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding ?? marked ?? "utf-8", { fatal: true });
  } catch {
    throw usageError(`"${encoding}" isn't an encoding. Use a name such as windows-1252.`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw usageError(
      `${name} isn't ${encoding ?? "UTF-8"}, so letters such as ä and é would be lost. Save it as UTF-8${name.endsWith(".csv") ? '; in Excel choose "CSV UTF-8". Excel\'s plain CSV on Windows is --encoding windows-1252' : ""}.`,
    );
  }
}
