import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

/** The WebSockets of a fake, whose messages are JSON lists that begin with a word. Each message has a route: `WORD /`. */
export type FakeSockets = {
  /** Returns the connection's own state, which each of its messages gets, and the messages that open it. */
  open: () => { state: unknown; say: readonly unknown[] };
};

/** `json` is the list of the messages to send. */
type SocketAnswer = { status: number; json?: unknown; text?: string };

type SocketReply = {
  write: (answer: SocketAnswer) => void;
  cut: (answer: SocketAnswer) => void;
  destroy: () => void;
  isGone: () => boolean;
};

/**
 * Accepts WebSockets for a fake.
 * @param options.refusal the answer in place of a WebSocket, if a fault concerns the handshake
 * @param options.serve handles one message
 */
export function createSocketAcceptor(options: {
  sockets: FakeSockets;
  refusal: () => SocketAnswer | null;
  serve: (message: { text: string; word: string; json: unknown; state: unknown }, reply: SocketReply) => Promise<void>;
}): (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const server = new WebSocketServer({ noServer: true, maxPayload: 131_072 });
  const send = (socket: WebSocket, answer: SocketAnswer) => {
    // A proxy or a relay that breaks closes the connection.
    if (answer.status >= 500 || !Array.isArray(answer.json)) {
      if (answer.text !== undefined && answer.status < 500) socket.send(answer.text);
      return socket.close(1011);
    }
    for (const message of answer.json as unknown[]) socket.send(JSON.stringify(message));
  };

  function accept(socket: WebSocket): void {
    const { state, say } = options.sockets.open();
    for (const message of say) socket.send(JSON.stringify(message));
    socket.on("error", () => undefined);
    socket.on("message", (data) => {
      const text = String(data);
      const json = parseList(text);
      const reply: SocketReply = {
        write: (answer) => send(socket, answer),
        cut(answer) {
          const [first = ""] = (answer.json as unknown[] | undefined) ?? [];
          const whole = JSON.stringify(first);
          socket.send(whole.slice(0, whole.length / 2), () => socket.terminate());
        },
        destroy: () => socket.terminate(),
        isGone: () => socket.readyState !== socket.OPEN,
      };
      const message = { text, word: String(json[0] ?? ""), json, state };
      options.serve(message, reply).catch(() => socket.terminate());
    });
  }

  return (incoming, socket, head) => {
    const refusal = options.refusal();
    if (!refusal) return server.handleUpgrade(incoming, socket, head, accept);
    const body = refusal.text ?? "";
    socket.end(`HTTP/1.1 ${refusal.status} No\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`);
  };
}

function parseList(text: string): unknown[] {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json : [];
  } catch {
    return [];
  }
}
