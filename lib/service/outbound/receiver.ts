import type { Dispatcher } from "undici";

/** `body` is what was read of it, as UTF-8, and `bytes` the same as it came; `isCut` when there was more, which nobody waited for. */
export type OutboundResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  bytes: Buffer;
  isCut: boolean;
};

/** Reads one answer through a counter: what is beyond `bytesMax` is neither kept nor waited for. */
export function createResponseReader(bytesMax: number): {
  handler: Dispatcher.DispatchHandler;
  settled: Promise<OutboundResponse | { error: unknown }>;
  /** True once bytes may have left: undici has a connection, its TLS included, and begins to write. */
  isSent: () => boolean;
} {
  const { promise: settled, resolve } = Promise.withResolvers<OutboundResponse | { error: unknown }>();
  const chunks: Buffer[] = [];
  let status = 0;
  let headers: Record<string, string> = {};
  let left = bytesMax;
  let isSent = false;

  const answer = (isCut: boolean) => {
    const bytes = Buffer.concat(chunks);
    resolve({ status, headers, body: bytes.toString("utf8"), bytes, isCut });
  };

  return {
    settled,
    isSent: () => isSent,
    handler: {
      onRequestStart() {
        isSent = true;
      },
      onResponseStart(_controller, statusCode, all) {
        status = statusCode;
        headers = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk.subarray(0, left));
        left -= chunk.length;
        if (left >= 0) return;
        answer(true);
        controller.abort(new Error("enough was read"));
      },
      onResponseEnd() {
        answer(false);
      },
      onResponseError(_controller, error) {
        resolve({ error });
      },
    },
  };
}
