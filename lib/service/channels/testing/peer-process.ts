import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What makes a fake misbehave: from the next matching request on, `times` of them; `on` is `POST /path` as its route is written. */
export type PeerMode = {
  mode: string;
  /** Route, such as `POST /api/v1/statuses`; every route but the control ones when left out. */
  on?: string;
  /** How many matching requests; 1 unless told, "always" until the next `ok`. */
  times?: number | "always";
  /** How many matching requests go by first. */
  after?: number;
  /** What the mode needs: a delay in ms, seconds until a limit ends, a status. */
  ms?: number;
  seconds?: number;
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
};

/** One request as the peer saw it. `committed`: it changed something there, whatever was answered. */
export type PeerRequest = {
  route: string;
  path: string;
  headers: Record<string, string>;
  /** As text, the first 64 KB. */
  body: string;
  bodyHash: string;
  mode: string | null;
  committed: boolean;
  /** Null while under way, and where the socket was closed without an answer. */
  status: number | null;
  at: number;
};

/** What stands on a peer, oldest first. `images` are the descriptions in order. */
export type PeerItem = { remoteId: string; text: string; replyTo: string | null; images: string[] };

export type PeerProcess = {
  /** Without a slash at the end. */
  url: string;
  /** As OUTBOUND_ALLOW names it. */
  hostPort: string;
  /** The whole first line the peer printed. */
  said: Record<string, unknown>;
  control: (mode: PeerMode) => Promise<void>;
  log: () => Promise<PeerRequest[]>;
  items: () => Promise<PeerItem[]>;
  /** Runs one of the fake's own commands: an item removed by its owner, a token that ends. */
  command: <T = unknown>(name: string, input?: object) => Promise<T>;
  /** Moves the peer's clock to `aheadMs` before ours. */
  clock: (aheadMs: number) => Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
  /** With its exit code or signal. */
  ended: Promise<string>;
  stop: () => Promise<void>;
};

/**
 * Starts a peer as a process of its own, with those flags of Node. The module is given `input` as JSON in its first argument, listens on loopback and
 * prints one line of JSON with its `port`; it ends with its standard input, so also when the test run dies.
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
  // Its end while something was being written to it is told by `ended`.
  child.stdin.on("error", () => undefined);
  const said = await Promise.race([
    firstLine(child),
    ended.then((how) => Promise.reject(new Error(`The peer ended (${how}) before it listened.`))),
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
    ...{ url, hostPort, said, ended },
    control: async (mode) => void (await ask("/__control", mode)),
    log: () => ask<PeerRequest[]>("/__log"),
    items: () => ask<PeerItem[]>("/__items"),
    command: (name, commandInput = {}) => ask(`/__do/${name}`, commandInput),
    clock: async (aheadMs) => void (await ask("/__clock", { aheadMs })),
    kill: (signal) => void child.kill(signal),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** What a peer prints besides goes nowhere: the pipe is read on so that it never fills. */
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
        reject(new Error(`The peer's first line is no JSON: ${line}`));
      }
    });
  });
}
