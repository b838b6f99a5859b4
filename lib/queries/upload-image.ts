import type { Failure, Result } from "#lib/contract/errors.ts";
import type { Media } from "#lib/contract/types.ts";

type UploadImageOptions = {
  file: File;
  /** Idempotency key: an upload repeated with the same key is stored once. */
  repeatKey: string;
  signal: AbortSignal;
  /** Reports the share of the file that has left the browser, 0 to 1. */
  onProgress: (share: number) => void;
};

const canceled: Failure = { code: "canceled", message: "The upload was canceled.", status: null };
const unreachable: Failure = { code: "unreachable", message: "The server can't be reached.", status: null };
const unreadable: Failure = { code: "unreadable", message: "The response can't be read.", status: null };

/** Ms without progress after which the connection counts as dead; a browser may need minutes to notice. */
const silenceMs = 45_000;
/** Ms for the service to process an image after its last byte. */
const answerMs = 120_000;

/**
 * Uploads one image through this app's upload route. Never throws. Uses XMLHttpRequest, because `fetch` can't report
 * the progress of a body.
 */
export function uploadImage({ file, repeatKey, signal, onProgress }: UploadImageOptions): Promise<Result<Media>> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ error: canceled });
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const hear = (ms: number) => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        settle({ error: unreachable });
        request.abort();
      }, ms);
    };
    const settle = (result: Result<Media>) => {
      clearTimeout(silence);
      signal.removeEventListener("abort", stop);
      resolve(result);
    };
    request.upload.onprogress = (event) => {
      hear(silenceMs);
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.upload.onload = () => hear(answerMs);
    request.onload = () => settle(parseUploadResponse(request.responseText));
    request.onerror = () => settle({ error: unreachable });
    request.onabort = () => settle({ error: canceled });
    signal.addEventListener("abort", stop, { once: true });
    request.open("POST", "/upload");
    request.setRequestHeader("Idempotency-Key", repeatKey);
    const body = new FormData();
    body.append("file", file);
    hear(silenceMs);
    request.send(body);
  });
}

function parseUploadResponse(text: string): Result<Media> {
  try {
    const answer: Result<Media> = JSON.parse(text);
    return answer.ok || answer.error ? answer : { error: unreadable };
  } catch {
    return { error: unreadable };
  }
}
