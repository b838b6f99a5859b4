import type { ServerResponse } from "node:http";

/**
 * Makes the response leave in one piece when it ends. For a page's answer to the router: each of its parts would make
 * React render the frame again, and the page shows only when all parts are there.
 */
export function sendInOnePiece(response: ServerResponse): void {
  const parts: Uint8Array[] = [];
  const end = response.end.bind(response) as (body: Uint8Array, done?: () => void) => ServerResponse;
  const keep = (part: unknown, encoding: unknown) =>
    parts.push(
      typeof part === "string"
        ? Buffer.from(part, typeof encoding === "string" ? (encoding as BufferEncoding) : undefined)
        : (part as Uint8Array),
    );
  const findCallback = (values: unknown[]) =>
    values.find((one) => typeof one === "function") as (() => void) | undefined;
  response.flushHeaders = () => undefined;
  response.write = ((part: unknown, ...rest: unknown[]) => {
    keep(part, rest[0]);
    const done = findCallback(rest);
    if (done) process.nextTick(done);
    return true;
  }) as typeof response.write;
  response.end = ((...values: unknown[]) => {
    if (values[0] && typeof values[0] !== "function") keep(values[0], values[1]);
    return end(Buffer.concat(parts), findCallback(values));
  }) as typeof response.end;
}
