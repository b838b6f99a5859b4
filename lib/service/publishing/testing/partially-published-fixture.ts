import type { Post } from "#lib/contract/types.ts";
import { noNetworkIoFactory } from "#lib/service/channels/core/no-network-io.ts";
import { createProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { openTestService } from "#lib/service/http/testing/test-service.ts";
import type { CrashPoint } from "#lib/service/publishing/delivery/delivery-context.ts";
import { createPublisher, type Publisher } from "#lib/service/publishing/publisher.ts";
import { waitUntil } from "./publishing-fixture.ts";
import { createScriptedConnector } from "./scripted-connector.ts";

export type PartiallyPublishedFixture = Awaited<ReturnType<typeof openPartiallyPublishedFixture>>;

/** Opens a service with a worker over a scripted platform in place of X, which refuses what a test chooses. */
export async function openPartiallyPublishedFixture() {
  const service = await openTestService();
  const { pool } = service.database;
  const state = {
    /** Texts that the platform refuses. */
    refuses: (_text: string) => false,
    /** Texts that get no answer and never arrive. */
    loses: (_text: string) => false,
    /** Texts that the platform takes down. */
    removes: (_text: string) => true,
    /** Runs during a removal. */
    beforeRemove: (): Promise<void> => Promise.resolve(),
    /** True if lookups find the platform's items. */
    shows: true,
    /** The point at which the worker's next run breaks off, once. */
    crash: null as { at: CrashPoint; part: number } | null,
  };
  const platform = createScriptedConnector({
    answer: (part, _nth, _signal, accept) => {
      if (state.loses(part.text)) return { type: "unknown" };
      const error = { reason: "invalid", message: "It does not like this." } as const;
      return state.refuses(part.text) ? { type: "rejected", error } : accept();
    },
    look: () => (state.shows ? "usual" : { type: "never_tells" }),
    repeats: { deduplicated: true, absentAfterMs: 0, resends: null },
    remove: async (text) => {
      await state.beforeRemove();
      return state.removes(text);
    },
  });
  service.context.connectorFor = platform.connectorFor;
  const workers: Publisher[] = [];

  /** Nothing after the point is written, as when the process ends there; the next run finds the earlier writes. */
  function crashAt(at: CrashPoint, part: number): void {
    if (state.crash?.at !== at || state.crash.part !== part) return;
    state.crash = null;
    throw new Error(`broke off at ${at}, part ${part}`);
  }

  async function startWorker(): Promise<void> {
    const worker = createPublisher({
      pool,
      processConnection: createProcessConnection({ connection: service.database.connection, log: service.context.log }),
      clock: service.context.clock,
      log: service.context.log,
      connectorFor: platform.connectorFor,
      ioFor: noNetworkIoFactory,
      fitStored: () => Promise.reject(new Error("images go as they are")),
      settings: { missedAfterMs: 86_400_000, reconnectWithinMs: 86_400_000 },
      timing: { errorPauseMs: 20, leasedPauseMs: 20 },
      crashAt,
    });
    workers.push(worker);
    await worker.start("all");
    service.context.wakeAt = worker.wakeAt;
  }

  const { key } = service.org;
  const call = (method: string, post: Post, rest = "", json?: unknown) =>
    service.call(method, `/v1/posts/${post.id}${rest}`, { key, json });
  const see = async (post: Post): Promise<Post> => (await call("GET", post)).wire.data;
  const statusIs = async (post: Post, status: string): Promise<Post> => {
    await waitUntil(`the post is ${status}`, async () => (await see(post)).status === status);
    return await see(post);
  };

  /**
   * Creates a thread of five with two published parts: the third was refused. Each part has a text of its own, so that
   * tests can tell them apart.
   */
  async function halfSent(name: string): Promise<Post> {
    state.refuses = (text) => text.includes("bad");
    const thread = [1, 2, "3 bad", 4, 5].map((part) => `${name} ${part}`);
    const [post] = await service.create({ channels: [service.org.channelIds[0]], thread });
    if (!post) throw new Error("no post");
    return await statusIs(post, "failed");
  }

  return {
    service,
    pool,
    platform,
    state,
    startWorker,
    call,
    see,
    statusIs,
    halfSent,
    soon: (ms: number) => new Date(service.clock.now().getTime() + ms),
    until: (what: string, isTrue: () => boolean) => waitUntil(what, async () => isTrue()),
    patch: (post: Post, json: Record<string, unknown>) => call("PATCH", post, "", { version: post.version, ...json }),
    /** Returns a post's items, each with the text of the item that it replies to. */
    standing(name: string) {
      const items = platform.journal.filter(({ text }) => text.startsWith(name));
      const textOf = (id: string | null) => items.find(({ key: one }) => `remote-${one}` === id)?.text ?? id;
      return items.map(({ text, parent }) => [text, textOf(parent)]);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await service.close();
    },
  };
}
