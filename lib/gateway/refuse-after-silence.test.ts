import { expect, test, vi } from "vitest";
import { createClient } from "#lib/client/create-client.ts";
import { refuseAfterSilence } from "./refuse-after-silence.ts";

vi.mock("server-only", () => ({}));

/** A service that never answers a read, and refuses each change. */
function startSilentService() {
  const asked: string[] = [];
  const answer = async (request: Request) => {
    asked.push(request.method);
    if (request.method === "GET") return new Promise<Response>(() => undefined);
    return Response.json({ error: { code: "conflict", message: "No." } }, { status: 409 });
  };
  const open = (timeoutMs: number) =>
    createClient({
      baseUrl: "http://service.example/v1",
      key: "k",
      fetch: refuseAfterSilence(answer),
      timeoutMs,
      keepsRepeats: true,
    });
  return { asked, open };
}

test("the reads after a silent one are refused at once, changes are still sent, and the next page asks again", async () => {
  const { asked, open } = startSilentService();
  const client = open(30);
  expect((await client.getMe()).error?.code).toBe("timed_out");
  expect((await client.listChannels()).error).toMatchObject({
    code: "unavailable",
    status: 503,
    retryAfterSeconds: 10,
  });
  expect(asked).toEqual(["GET"]);
  expect((await client.deletePost({ id: "a" })).error?.code).toBe("conflict");
  expect((await open(30).getMe()).error?.code).toBe("timed_out");
  expect(asked).toEqual(["GET", "DELETE", "GET"]);
});

test("a read that its caller gives up says nothing about the service", async () => {
  const { asked, open } = startSilentService();
  const client = open(60_000);
  for (let times = 0; times < 2; times += 1) {
    const caller = new AbortController();
    const read = client.getMe(undefined, { signal: caller.signal });
    caller.abort();
    expect((await read).error?.code).toBe("aborted");
  }
  expect(asked).toEqual(["GET", "GET"]);
});
