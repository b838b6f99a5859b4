import type { Post } from "#lib/contract/types.ts";
import { practiceIoFactory } from "#lib/service/channels/core/practice-io.ts";
import { openTestService } from "#lib/service/http/testing/test-service.ts";
import type { CrashPoint } from "#lib/service/publishing/delivery/delivery-steps.ts";
import { createPublisher, type Publisher } from "#lib/service/publishing/publisher.ts";
import { waitUntil } from "./publishing-fixture.ts";
import { createScriptedConnector } from "./scripted-connector.ts";

export type PartiallyPublishedFixture = Awaited<ReturnType<typeof openPartiallyPublishedFixture>>;

/** A service with a worker over a scripted platform that refuses whatever a test wants it to, in the place of X. */
export async function openPartiallyPublishedFixture() {
  const service = await openTestService();
  const { pool } = service.database;
  const state = {
    /** Texts that are refused. */
    refuses: (_text: string) => false,
    /** Texts of which no answer comes, and that never arrive. */
    loses: (_text: string) => false,
    /** Texts that it takes down. */
    removes: (_text: string) => true,
    /** What happens while it is asked to. */
    beforeRemove: (): Promise<void> => Promise.resolve(),
    /** Whether it shows what it has. */
    shows: true,
    /** Where the worker's next run breaks off, once. */
    crash: null as { at: CrashPoint; part: number } | null,
  };
  const platform = createScriptedConnector({
    answer: (part, _nth, _signal, accept) => {
      if (state.loses(part.text)) return { is: "unknown" };
      const error = { reason: "invalid", message: "It does not like this." } as const;
      return state.refuses(part.text) ? { is: "rejected", error } : accept();
    },
    look: () => (state.shows ? "usual" : { is: "never_tells" }),
    repeats: { deduplicated: true, absentAfterMs: 0, resends: null },
    remove: async (text) => {
      await state.beforeRemove();
      return state.removes(text);
    },
  });
  service.context.connectorFor = platform.connectorFor;
  const workers: Publisher[] = [];

  /** What would come after the point is not written, as when the process ends there; the next run finds what was. */
  function crashAt(at: CrashPoint, part: number): void {
    if (state.crash?.at !== at || state.crash.part !== part) return;
    state.crash = null;
    throw new Error(`broke off at ${at}, part ${part}`);
  }

  async function startWorker(): Promise<void> {
    const worker = createPublisher({
      ...{ pool, connection: service.database.connection, clock: service.context.clock, log: service.context.log },
      ...{ connectorFor: platform.connectorFor, ioFor: practiceIoFactory },
      fitStored: () => Promise.reject(new Error("images go as they are")),
      settings: { missedAfterMs: 86_400_000, reconnectWithinMs: 86_400_000 },
      ...{ timing: { troubleMs: 20, heldMs: 20 }, crashAt },
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

  /** A thread of five of which two are out: the third was refused. Its words are its own, so that each can be told. */
  async function halfSent(name: string): Promise<Post> {
    state.refuses = (text) => text.includes("bad");
    const thread = [1, 2, "3 bad", 4, 5].map((part) => `${name} ${part}`);
    const [post] = await service.create({ channels: [service.org.channelIds[0]], thread });
    if (!post) throw new Error("no post");
    return await statusIs(post, "failed");
  }

  return {
    ...{ service, pool, platform, state, startWorker, call, see, statusIs, halfSent },
    soon: (ms: number) => new Date(service.clock.now().getTime() + ms),
    until: (what: string, isTrue: () => boolean) => waitUntil(what, async () => isTrue()),
    patch: (post: Post, json: Record<string, unknown>) => call("PATCH", post, "", { version: post.version, ...json }),
    /** What stands there of a post, with what each part answers, both as words. */
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
