import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const root = path.resolve(import.meta.dirname, "..", "..", "..", "..");
export const setupKey = `pw_${"k1LL".repeat(10)}`;

/** One real `server.ts` that is killed and started again on the same port, folder and database. */
export class KillableApp {
  readonly origin: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  #ended: Promise<void> = Promise.resolve();
  #output = "";

  readonly #folder: string;

  /** @param folder - of the program, by default this repository */
  constructor(port: number, env: Record<string, string>, folder = root) {
    this.#folder = folder;
    this.origin = `http://localhost:${port}`;
    this.#env = { ...env, PORT: String(port) };
  }

  /** Number of starts that failed because another Postwright still used the folder; each was repeated. */
  refused = 0;

  /** @returns ms until it answered on `/v1`. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    for (let tries = 1; !(await this.#launch()); tries += 1) {
      this.refused += 1;
      if (tries === 20) throw new Error(`server.ts refused to start ${tries} times:\n${this.#output}`);
    }
    return performance.now() - startedAt;
  }

  async #launch(): Promise<boolean> {
    const startedAt = performance.now();
    const child = spawn(process.execPath, ["lib/server/start.mjs"], {
      cwd: this.#folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: process.env["HOME"] ?? "/",
        NODE_ENV: "production",
        RATE_LIMIT: "0",
        SETUP_ORG: "Kill",
        SETUP_NAME: "Ada",
        SETUP_EMAIL: "ada@example.org",
        SETUP_KEY: setupKey,
        LOG_LEVEL: "warn",
        ...this.#env,
      },
    });
    this.#child = child;
    this.#output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => this.#keep(String(bytes)));
    this.#ended = new Promise((resolve) => child.once("exit", () => resolve()));
    while (!(await this.#isReady())) {
      if (child.exitCode === 1 && this.#output.includes("already running")) return false;
      if (child.exitCode !== null || performance.now() - startedAt > 120_000) {
        throw new Error(`server.ts did not become ready:\n${this.#output}`);
      }
      // More frequent polls would slow many concurrent starts down.
      await pause(40);
    }
    return true;
  }

  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    this.#child?.kill(signal);
    await this.#ended;
  }

  /** SIGSTOP stalls the process until SIGCONT; SIGKILL ends it without waiting. */
  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void {
    this.#child?.kill(signal);
  }

  /** True if the process ended without being killed. */
  get isOver(): boolean {
    return this.#child !== null && (this.#child.exitCode !== null || this.#child.signalCode !== null);
  }

  get output(): string {
    return this.#output;
  }

  #keep(text: string): void {
    this.#output = (this.#output + text).slice(-8_000);
  }

  async #isReady(): Promise<boolean> {
    const headers = { authorization: `Bearer ${setupKey}` };
    // A worker answers only for the web process's address; the poll does not wait for pages.
    const address = this.#env["ROLE"] === "worker" ? "/readyz" : "/v1/me";
    return fetch(`${this.origin}${address}`, { headers, signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.body?.cancel().then(() => answer.ok) ?? answer.ok,
      () => false,
    );
  }
}

export type WirePost = { id: string; status: string; channel: string; published_urls: string[]; error: string | null };
type Item = { id: string; text: string; part: number; thread: string };
type Body = { channels: string[]; thread: string[]; scheduled_for?: string };
type Wanted = { key: string; body: Body; farAhead: boolean; isRepeat: boolean };
type Answered = { data: WirePost[]; error?: { message: string } };
export type ExpectedPost = { post: WirePost; items: string[]; farAhead: boolean };

/**
 * A client that creates posts as fast as it gets answers, and repeats interrupted requests with the same idempotency
 * key.
 */
export class PostingClient {
  readonly acknowledged: ExpectedPost[] = [];
  cut = 0;
  readonly #origin: string;
  #unanswered: Wanted[] = [];
  #channels: { id: string; platform: string }[] = [];
  #isWriting = false;
  #serial = 0;
  readonly #random: () => number;

  constructor(origin: string, random: () => number) {
    this.#origin = origin;
    this.#random = random;
  }

  async get<T>(address: string): Promise<T> {
    const answer = await fetch(`${this.#origin}/v1${address}`, { headers: { authorization: `Bearer ${setupKey}` } });
    const json = (await answer.json()) as T;
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  }

  /** Writes until `stop` is called; a connection error ends nothing. */
  async write(): Promise<void> {
    this.#isWriting = true;
    if (this.#channels.length === 0) {
      this.#channels = (await this.get<{ data: { id: string; platform: string }[] }>("/channels")).data;
    }
    await Promise.all([this.#writeOn(), this.#writeOn()]);
  }

  stop(): void {
    this.#isWriting = false;
  }

  /** Repeats interrupted requests until all are answered. */
  async finish(): Promise<void> {
    while (this.#unanswered.length > 0) await this.#send(this.#unanswered.shift() ?? this.#next());
  }

  async #writeOn(): Promise<void> {
    while (this.#isWriting) {
      const isSent = await this.#send(this.#unanswered.shift() ?? this.#next());
      await pause(isSent ? 5 + this.#random() * 60 : 50);
    }
  }

  #next(): Wanted {
    this.#serial += 1;
    const serial = this.#serial;
    const parts = 1 + Math.floor(this.#random() * 5);
    const thread = Array.from({ length: parts }, (_, index) => `Post ${serial}, part ${index + 1} of its thread`);
    const chosen = this.#channels.filter(() => this.#random() < 0.6);
    const channels = (chosen.length > 0 ? chosen : this.#channels.slice(0, 1)).map((channel) => channel.id);
    const draw = this.#random();
    const aheadMs = draw < 0.55 ? null : draw < 0.95 ? 200 + this.#random() * 3_000 : 86_400_000;
    const body: Body = { channels, thread };
    if (aheadMs !== null) body.scheduled_for = new Date(Date.now() + aheadMs).toISOString();
    return { key: `kill-${serial}`, body, farAhead: aheadMs === 86_400_000, isRepeat: false };
  }

  async #send(wanted: Wanted): Promise<boolean> {
    const answer = await fetch(`${this.#origin}/v1/posts`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${setupKey}`,
        "content-type": "application/json",
        "idempotency-key": wanted.key,
      },
      body: JSON.stringify(wanted.body),
      signal: AbortSignal.timeout(10_000),
    })
      .then(async (got) => ({ status: got.status, json: (await got.json()) as Answered }))
      .catch(() => null);
    if (answer?.status === 201) {
      for (const post of answer.json.data) {
        const items = post.channel === "x" ? wanted.body.thread : [wanted.body.thread.join("\n\n")];
        this.acknowledged.push({ post, items, farAhead: wanted.farAhead });
      }
      return true;
    }
    // The request was interrupted so often, on a busy machine, that its time has passed: the post must not exist, and
    // the client drops it.
    if (answer?.status === 400 && wanted.isRepeat && answer.json.error?.message === "scheduled_for is in the past.") {
      return true;
    }
    // The request was interrupted, the server is stopping, or the same request from before the kill still counts as in
    // progress.
    if (answer && ![409, 503].includes(answer.status)) throw new Error(`create: ${JSON.stringify(answer)}`);
    if (!answer) this.cut += 1;
    this.#unanswered.push({ ...wanted, isRepeat: true });
    return false;
  }

  async listPosts(): Promise<Map<string, WirePost>> {
    const found = new Map<string, WirePost>();
    for (let offset = 0; ; offset += 100) {
      const page = await this.get<{ data: WirePost[] }>(`/posts?limit=100&offset=${offset}`);
      for (const post of page.data) found.set(post.id, post);
      if (page.data.length < 100) return found;
    }
  }

  /** Reads a whole practice timeline, oldest first. */
  async timeline(platform: string): Promise<Item[]> {
    const items: Item[] = [];
    let before: string | null = null;
    do {
      const page: { data: { items: Item[]; next: string | null } } = await this.get(
        `/practice/practice_${platform}${before ? `?before=${before}` : ""}`,
      );
      items.push(...page.data.items);
      before = page.data.next;
    } while (before);
    return items.reverse();
  }
}
