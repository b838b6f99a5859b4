import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A fault of a fake: from the next matching request on, for `times` requests. */
export type PeerMode = {
  mode: string;
  /** Route, such as `POST /api/v1/statuses`; by default every route except the control ones. */
  on?: string;
  /** Number of matching requests; 1 by default, "always" until the next `ok`. */
  times?: number | "always";
  /** Number of matching requests that pass first. */
  after?: number;
  /** Parameters of the mode: a delay in ms, seconds until a limit ends, a status. */
  ms?: number;
  seconds?: number;
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
};

/** One request as the peer received it. `committed`: the request changed something, whatever its answer. */
export type PeerRequest = {
  route: string;
  path: string;
  headers: Record<string, string>;
  /** Text of the first 64 KB. */
  body: string;
  bodyHash: string;
  mode: string | null;
  committed: boolean;
  /** Null while in progress, and if the socket was closed without an answer. */
  status: number | null;
  at: number;
};

/** An item of a peer; lists have the oldest first. `images` are the descriptions in order. */
export type PeerItem = { remoteId: string; text: string; replyTo: string | null; images: string[] };

export type PeerProcess = {
  /** Without a trailing slash. */
  url: string;
  /** `host:port` as in OUTBOUND_ALLOW. */
  hostPort: string;
  /** The complete first line that the peer printed. */
  said: Record<string, unknown>;
  control: (mode: PeerMode) => Promise<void>;
  log: () => Promise<PeerRequest[]>;
  items: () => Promise<PeerItem[]>;
  /** Runs one of the fake's own commands, for example an owner's deletion or a token's expiry. */
  command: <T = unknown>(name: string, input?: object) => Promise<T>;
  /** Sets the peer's clock to `aheadMs` ahead of ours. */
  clock: (aheadMs: number) => Promise<void>;
  /** Moves the peer's clock forward. */
  passTime: (ms: number) => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
  /** Resolves to its exit code or signal. */
  ended: Promise<string>;
  stop: () => Promise<void>;
};

/**
 * Starts a peer as a process of its own, with those flags of Node. The module gets `input` as JSON in its first
 * argument, listens on loopback and prints one line of JSON with its `port`. It ends with its standard input, so also
 * when the test run dies.
 */
export async function startPeerProcess(
  module: URL,
  input: object = {},
  flags: readonly string[] = [],
): Promise<PeerProcess> {
  const child = spawn(process.execPath, [...flags, fileURLToPath(module), JSON.stringify(input)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? String(code)));
  });
  // `ended` reports the process's end during a write.
  child.stdin.on("error", () => undefined);
  const said = await Promise.race([
    firstLine(child),
    ended.then((how) => Promise.reject(new Error(`The peer ended (${how}) before it was listening.`))),
  ]);
  const hostPort = `127.0.0.1:${said["port"]}`;
  const url = `http://${hostPort}`;

  async function ask<T>(path: string, json?: object): Promise<T> {
    const sent = json && {
      method: "POST",
      body: JSON.stringify(json),
      headers: { "content-type": "application/json" },
    };
    const answer = await fetch(`${url}${path}`, sent);
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  return {
    url,
    hostPort,
    said,
    ended,
    control: async (mode) => void (await ask("/__control", mode)),
    log: () => ask<PeerRequest[]>("/__log"),
    items: () => ask<PeerItem[]>("/__items"),
    command: (name, commandInput = {}) => ask(`/__do/${name}`, commandInput),
    clock: async (aheadMs) => void (await ask("/__clock", { aheadMs })),
    passTime: async (passedMs) => void (await ask("/__clock", { passedMs })),
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** Reads the first line. Further output is discarded, but read, so that the pipe never fills. */
function firstLine(child: ChildProcess): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      if (text.includes("\n")) return;
      text += piece;
      const [line, more] = text.split("\n", 2);
      if (more === undefined) return;
      try {
        resolve(JSON.parse(line ?? ""));
      } catch {
        reject(new Error(`The peer's first line is not JSON: ${line}`));
      }
    });
  });
}
