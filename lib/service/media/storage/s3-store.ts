import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { getFileNameMime } from "./file-name.ts";
import { openIncomingFolder } from "./incoming-files.ts";
import type { MediaStore } from "./media-store.ts";
import type { S3Location } from "./s3-location.ts";

/** `fetch` that adds the AWS signature of the bucket's key to a request. */
export type SignedFetch = (url: string, init: RequestInit) => Promise<Response>;

/** A failed request to the bucket; `code` is `S3_` and the status, or `S3_UNREACHABLE`. */
class S3Fault extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/**
 * Opens a store that saves images as objects of an S3 bucket, shared by all processes. One request writes an object, so
 * it exists whole or not at all. The key must be allowed to get, put, delete and list. `timeoutMs` limits each wait for
 * a response, not the reading of an image.
 */
export async function openS3Store(
  location: S3Location,
  signedFetch: SignedFetch,
  { incomingFolder, timeoutMs = 15_000 }: { incomingFolder: string; timeoutMs?: number },
): Promise<MediaStore> {
  const bucketUrl = `${location.endpoint}/${location.bucket}`;
  const urlOf = (fileName: string) => {
    if (!getFileNameMime(fileName)) throw new Error("not a media file name");
    return `${bucketUrl}/${location.prefix}${fileName}`;
  };
  const ask = (url: string, init: RequestInit = {}) => askTwice(signedFetch, url, init, timeoutMs);
  return {
    incomingFolder: await openIncomingFolder(incomingFolder),
    put: async (fileName, bytes, mime) => {
      const body = new Uint8Array(bytes);
      // The hash is part of the signature: the bucket refuses bytes that changed on the way.
      const sha256 = createHash("sha256").update(body).digest("hex");
      const headers = { "content-type": mime, "x-amz-content-sha256": sha256 };
      const answer = await ask(urlOf(fileName), { method: "PUT", headers, body });
      await discard(answer);
      if (!answer.ok) throw new S3Fault(`S3_${answer.status}`);
    },
    get: async (fileName) => {
      const answer = await ask(urlOf(fileName));
      if (answer.status === 404) {
        await discard(answer);
        return null;
      }
      const sizeBytes = Number(answer.headers.get("content-length") ?? Number.NaN);
      if (answer.status !== 200 || !answer.body || !Number.isSafeInteger(sizeBytes)) {
        await discard(answer);
        throw new S3Fault(`S3_${answer.status}`);
      }
      return { stream: Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), sizeBytes };
    },
    remove: async (fileName) => {
      const answer = await ask(urlOf(fileName), { method: "DELETE" });
      await discard(answer);
      if (!answer.ok && answer.status !== 404) throw new S3Fault(`S3_${answer.status}`);
    },
    listStoredBefore: async function* (before) {
      let after = "";
      for (;;) {
        const query = new URLSearchParams({ "list-type": "2", prefix: location.prefix });
        if (after) query.set("start-after", after);
        const answer = await ask(`${bucketUrl}?${query}`);
        const page = await answer.text();
        if (!answer.ok) throw new S3Fault(`S3_${answer.status}`);
        const objects = objectsOf(page);
        for (const { key, storedAt } of objects) {
          const fileName = key.slice(location.prefix.length);
          if (key.startsWith(location.prefix) && getFileNameMime(fileName) && storedAt < before) yield fileName;
        }
        const last = objects.at(-1)?.key;
        if (!/<IsTruncated>true<\/IsTruncated>/.test(page) || !last || last <= after) return;
        after = last;
      }
    },
  };
}

/**
 * Sends a request and repeats it once after a fault of the network or the server: a name has one content for ever, so
 * every request may be repeated. Redirects are not followed: they would carry the signature elsewhere.
 */
async function askTwice(
  signedFetch: SignedFetch,
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  const first = await askOnce(signedFetch, url, init, timeoutMs).catch(() => null);
  if (first && first.status < 500 && first.status !== 429) return first;
  if (first) await discard(first);
  return askOnce(signedFetch, url, init, timeoutMs);
}

async function askOnce(signedFetch: SignedFetch, url: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    return await signedFetch(url, { ...init, signal: late.signal, redirect: "manual" });
  } catch {
    // The cause has the bucket's address, which nobody should see.
    throw new S3Fault("S3_UNREACHABLE");
  } finally {
    clearTimeout(timer);
  }
}

/** Cancels a body: an unread one would hold its connection. */
async function discard(answer: Response): Promise<void> {
  await answer.body?.cancel().catch(() => undefined);
}

/**
 * Reads the objects of a list page. Our names and prefixes have no characters that XML escapes, and other objects of
 * the bucket are skipped.
 */
function objectsOf(page: string): { key: string; storedAt: Date }[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, object]) => {
    const key = object && /<Key>(.*?)<\/Key>/s.exec(object)?.[1];
    const storedAt = object && /<LastModified>(.*?)<\/LastModified>/s.exec(object)?.[1];
    return key && storedAt ? [{ key, storedAt: new Date(storedAt) }] : [];
  });
}
