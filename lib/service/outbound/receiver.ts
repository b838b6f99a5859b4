import type { Dispatcher } from "undici";

/** `body` is the first 64 KB, as UTF-8; `isCut` when there was more, which nobody waited for. */
export type OutboundAnswer = { status: number; headers: Record<string, string>; body: string; isCut: boolean };

const bodyBytesMax = 65_536;

/** Reads one answer through a counter: what is beyond 64 KB is neither kept nor waited for. */
export function makeReceiver(): {
  handler: Dispatcher.DispatchHandler;
  settled: Promise<OutboundAnswer | { error: unknown }>;
  /** True once bytes may have left: undici has a connection, its TLS included, and begins to write. */
  isSent: () => boolean;
} {
  const { promise: settled, resolve } = Promise.withResolvers<OutboundAnswer | { error: unknown }>();
  const chunks: Buffer[] = [];
  let status = 0;
  let headers: Record<string, string> = {};
  let left = bodyBytesMax;
  let isSent = false;

  const answer = (isCut: boolean) => resolve({ status, headers, body: Buffer.concat(chunks).toString("utf8"), isCut });

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
