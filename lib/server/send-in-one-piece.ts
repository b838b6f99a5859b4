import type { ServerResponse } from "node:http";

/** The media type of React's serialized elements, with which Next answers its router in the browser. */
const routerAnswerType = "text/x-component";

/**
 * Makes an answer to the router leave in one piece when it ends: with each part of it React would render the frame
 * again, and a page shows only when all parts are there. An answer of another type is sent as it is written.
 */
export function sendRouterAnswerInOnePiece(response: ServerResponse): void {
  const parts: Uint8Array[] = [];
  const [write, end, flushHeaders] = [response.write, response.end, response.flushHeaders].map((one) =>
    one.bind(response),
  ) as [(...values: unknown[]) => boolean, (...values: unknown[]) => ServerResponse, () => void];
  const isBuffered = () => String(response.getHeader("content-type")).startsWith(routerAnswerType);
  const add = (part: unknown, encoding: unknown) =>
    parts.push(typeof part === "string" ? Buffer.from(part, toEncoding(encoding)) : (part as Uint8Array));
  response.flushHeaders = () => {
    if (!isBuffered()) flushHeaders();
  };
  response.write = ((...values: unknown[]) => {
    if (!isBuffered()) return write(...values);
    add(values[0], values[1]);
    const onWritten = findCallback(values);
    if (onWritten) process.nextTick(onWritten);
    return true;
  }) as typeof response.write;
  response.end = ((...values: unknown[]) => {
    if (parts.length === 0) return end(...values);
    if (values[0] && typeof values[0] !== "function") add(values[0], values[1]);
    return end(Buffer.concat(parts), findCallback(values));
  }) as typeof response.end;
}

const toEncoding = (value: unknown) => (typeof value === "string" ? (value as BufferEncoding) : undefined);
const findCallback = (values: unknown[]) => values.find((one) => typeof one === "function") as (() => void) | undefined;
