import { hash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A text that is the same for everyone, with its compressed forms: an answer only hands over bytes. */
export type PrecompressedDocument = { type: string; etag: string; forms: Record<Encoding, Buffer<ArrayBuffer>> };
type Encoding = "br" | "gzip" | "identity";

const brotliQuality = 9;

/**
 * Compresses a document on the thread pool, not on the event loop.
 * @param type its media type
 */
export async function createPrecompressedDocument(text: string, type: string): Promise<PrecompressedDocument> {
  const identity = Buffer.from(text);
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(identity),
  ]);
  // Weak, because one tag covers every encoding.
  return { type, etag: `W/"${hash("sha256", identity, "base64url")}"`, forms: { br, gzip: gzipped, identity } };
}

/**
 * Answers a GET or HEAD for a document: 304 if the client has it, otherwise the smallest form that the client accepts.
 */
export function respondWithPrecompressedDocument(
  document: PrecompressedDocument,
  asked: { acceptEncoding: string | null | undefined; ifNoneMatch: string | null | undefined },
): { status: 200 | 304; headers: Record<string, string>; body: Buffer<ArrayBuffer> | null } {
  const headers: Record<string, string> = {
    "cache-control": "no-cache",
    "content-type": document.type,
    etag: document.etag,
    vary: "accept-encoding",
  };
  const tags = (asked.ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (tags.includes("*") || tags.includes(document.etag.slice(2))) return { status: 304, headers, body: null };
  const encoding = selectEncoding(asked.acceptEncoding ?? "");
  if (encoding !== "identity") headers["content-encoding"] = encoding;
  return { status: 200, headers, body: document.forms[encoding] };
}

function selectEncoding(accepted: string): Encoding {
  const names = accepted
    .toLowerCase()
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";", 1)[0]?.trim());
  return names.includes("br") ? "br" : names.includes("gzip") ? "gzip" : "identity";
}
