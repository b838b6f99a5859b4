import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A message of a webhook as it came. */
export type RawWebhookMessage = { headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks that hands out each message once, in order. */
export async function openWebhookInbox() {
  const messages: RawWebhookMessage[] = [];
  const waiting: ((message: RawWebhookMessage) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const message = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8") };
      const next = waiting.shift();
      if (next) next(message);
      else messages.push(message);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    next: () =>
      new Promise<RawWebhookMessage>((resolve) => {
        const message = messages.shift();
        if (message) resolve(message);
        else waiting.push(resolve);
      }),
    close: () => void server.close(),
  };
}
