import type { Socket } from "node:net";
import { Agent, buildConnector, WebSocket } from "undici";

/** The messages on one WebSocket, in place of one answer. */
export type Conversation = {
  /** Reads a message of the server. Returns the messages to send next, and if nothing more is awaited. */
  next: (message: string) => { say?: readonly string[]; isOver?: boolean };
};

type ConversationResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  bytes: Buffer;
  isCut: boolean;
};

/** Empty pieces of a message cost no bytes, so their number has a limit of its own. */
const fragmentsMax = 1_024;
/** The code of the error when the server closes, or answers the handshake with anything else. */
export const noWebSocket = "NO_WEBSOCKET";

/**
 * Opens a WebSocket, sends `first`, and leads the conversation to its end. The result's body is the JSON list of the
 * server's messages. A compressed message counts by its unpacked bytes.
 */
export function startConversation(options: {
  url: URL;
  first: string;
  conversation: Conversation;
  connect: buildConnector.BuildOptions;
  bytesMax: number;
}): { settled: Promise<ConversationResponse | { error: unknown }>; isSent: () => boolean; close: () => void } {
  const { first, conversation, bytesMax } = options;
  const { promise: settled, resolve } = Promise.withResolvers<ConversationResponse | { error: unknown }>();
  const connector = buildConnector(options.connect);
  let connection: Socket | null = null;
  const agent = new Agent({
    connect: (to, done) =>
      connector(to, (...[error, socket]) => {
        connection = socket;
        if (!error) return done(null, socket);
        // The WebSocket would tell no reason.
        resolve({ error });
        done(error, null);
      }),
    webSocket: { maxPayloadSize: bytesMax, maxFragments: fragmentsMax },
  });
  const messages: string[] = [];
  let left = bytesMax;
  let isSent = false;

  function end(isCut: boolean): void {
    const body = `[${messages.join(",")}]`;
    resolve({ status: 101, headers: {}, body, bytes: Buffer.from(body), isCut });
  }

  const url = options.url.href.replace(/^http/u, "ws");
  const socket = new WebSocket(url, { dispatcher: agent, headers: { "user-agent": "Postwright" } });
  const say = (message: string) => {
    isSent = true;
    socket.send(message);
  };
  socket.addEventListener("open", () => say(first));
  socket.addEventListener("message", ({ data }) => {
    if (typeof data !== "string") return;
    left -= Buffer.byteLength(data);
    if (left < 0) return end(true);
    messages.push(data);
    const { say: replies = [], isOver = false } = conversation.next(data);
    for (const reply of replies) say(reply);
    if (isOver) end(false);
  });
  socket.addEventListener("close", () => resolve({ error: { code: noWebSocket } }));
  return {
    settled,
    isSent: () => isSent,
    close() {
      socket.close();
      // A server that doesn't close its end must not hold the connection.
      connection?.destroySoon();
      void agent.destroy().catch(() => undefined);
    },
  };
}
