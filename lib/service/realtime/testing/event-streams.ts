import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { createTestRequest, openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

type ReceivedEvent = { type: string; id?: string; status?: string };
type OpenStream = {
  status: number;
  /** What was heard so far, in order. */
  events: ReceivedEvent[];
  isOver: () => boolean;
  leave: () => Promise<void>;
};

/** Milliseconds, usually; what is told comes from PostgreSQL, which may stand still for a few seconds beside us. */
export const waitForEvents = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 });

/** A service of a test file, its event streams as scripts read them, and posts to be told of. */
export function setUpEventStreams() {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());
  const open: OpenStream[] = [];
  afterEach(async () => {
    for (const stream of open.splice(0)) await stream.leave();
  });

  /** Reads a member's stream as a script would. Resolves once the first piece is there: from then on nothing is missed. */
  async function listen(key: string, headers: Record<string, string> = {}, since?: Date): Promise<OpenStream> {
    const path = since ? `/v1/events?since=${since.toISOString()}` : "/v1/events";
    const answer = await service.http(createTestRequest("GET", path, { key, headers }));
    const reader = answer.body?.getReader();
    const events: ReceivedEvent[] = [];
    let over = false;
    const first = Promise.withResolvers<void>();
    const read = async () => {
      let text = "";
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        first.resolve();
        if (done) break;
        text += new TextDecoder().decode(value);
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const [name, data] = block.split("\n");
          if (name === "event: change") events.push(JSON.parse((data ?? "").slice("data: ".length)));
        }
      }
      over = true;
    };
    const reading = read();
    await first.promise;
    const stream: OpenStream = {
      status: answer.status,
      events,
      isOver: () => over,
      async leave() {
        await reader?.cancel();
        await reading;
      },
    };
    open.push(stream);
    return stream;
  }

  const draft = async (key: string) => {
    const [post] = await service.create({ channels: [service.org.channelIds[0]], text: "a", draft: true }, key);
    if (!post) throw new Error("no post");
    return post;
  };
  const edit = async (id: string, key: string, version = 1) => {
    const answer = await service.call("PATCH", `/v1/posts/${id}`, { key, json: { version, text: "changed" } });
    expect(answer.status).toBe(200);
  };

  return {
    /** There once the file's tests run. */
    get service() {
      return service;
    },
    listen,
    draft,
    edit,
  };
}
