import { expect, test } from "vitest";
import { createSharedReadFetch } from "./shared-read-fetch.ts";

const baseUrl = "https://other.example/v1";

/** A service that records its requests, behind a polite fetch whose clock the test sets. */
function open(answer: (request: Request) => Response | Promise<Response>) {
  const asked: Request[] = [];
  const clock = { nowMs: 0 };
  const send = createSharedReadFetch({
    baseUrl,
    limitParam: "limit",
    timeoutMs: 5_000,
    nowMs: () => clock.nowMs,
    fetch: async (request) => {
      asked.push(request);
      return answer(request);
    },
  });
  const call = (path: string, method = "GET", key = "k") =>
    send(new Request(`${baseUrl}${path}`, { method, headers: { authorization: `Bearer ${key}` } }));
  return { asked, clock, call };
}

test("the dashboard names itself to a service on another host", async () => {
  const { asked, call } = open(() => Response.json({ data: [] }));
  await call("/posts?limit=1");
  await call("/posts", "POST");
  expect(asked.map(({ headers }) => headers.get("user-agent"))).toEqual(["Postwright", "Postwright"]);
});

test("after a 429 nothing is sent under that key until Retry-After is over; another key is not held up", async () => {
  const { asked, clock, call } = open(({ headers }) =>
    headers.get("authorization") === "Bearer k"
      ? Response.json({ error: { code: "slow_down", message: "" } }, { status: 429, headers: { "retry-after": "30" } })
      : Response.json({ data: [] }),
  );
  await call("/posts?limit=1");
  clock.nowMs = 29_000;
  for (const [path, method] of [
    ["/posts?limit=1", "GET"],
    ["/posts", "POST"],
    ["/me", "GET"],
  ] as const) {
    const refused = await call(path, method);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  }
  expect(asked).toHaveLength(1);
  expect((await call("/me", "GET", "other")).status).toBe(200);
  clock.nowMs = 30_000;
  await call("/me");
  expect(asked).toHaveLength(3);
});

test("an answer that is none of the service is not kept", async () => {
  const answers = [
    new Response("<html>Sign in to this network</html>"),
    Response.json({}),
    Response.json({ data: {} }),
  ];
  const { asked, call } = open(() => answers.shift() ?? Response.json({ data: "later" }));
  for (let read = 0; read < 4; read += 1) await call("/me");
  expect(asked).toHaveLength(3);
});

test("equal reads at one time are one request, and each caller gets the whole answer", async () => {
  const { asked, call } = open(() => Response.json({ data: [1] }));
  const answers = await Promise.all([call("/posts?limit=9"), call("/posts?limit=9"), call("/posts?limit=8")]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual(Array(3).fill({ data: [1] }));
  expect(asked).toHaveLength(2);
  await call("/posts?limit=9");
  expect(asked).toHaveLength(3);
});

test("the total of a list is read once a minute, and anew after a write", async () => {
  const { asked, clock, call } = open(() => Response.json({ data: [] }));
  await call("/posts?status=draft&limit=1");
  await call("/posts?status=draft&limit=1");
  expect(asked).toHaveLength(1);
  await call("/posts", "POST");
  await call("/posts?status=draft&limit=1");
  expect(asked).toHaveLength(3);
  clock.nowMs = 61_000;
  await call("/posts?status=draft&limit=1");
  expect(asked).toHaveLength(4);
});

test("the member and the channels are read once for several pages, anew after a write, and per key", async () => {
  const { asked, clock, call } = open(() => Response.json({ data: {} }));
  await call("/me");
  await call("/me");
  expect(asked).toHaveLength(1);
  await call("/me", "GET", "other");
  expect(asked).toHaveLength(2);
  await call("/posts/1", "DELETE");
  await call("/me");
  expect(asked).toHaveLength(4);
  clock.nowMs = 31_000;
  await call("/me");
  expect(asked).toHaveLength(5);
});

test("a failed read is not stored, and a broken connection reaches every caller", async () => {
  let isBroken = true;
  const { asked, call } = open(() => {
    if (isBroken) throw new TypeError("fetch failed");
    return Response.json({ error: {} }, { status: 503 });
  });
  await expect(Promise.all([call("/me"), call("/me")])).rejects.toThrow("fetch failed");
  isBroken = false;
  expect((await call("/me")).status).toBe(503);
  expect((await call("/me")).status).toBe(503);
  expect(asked).toHaveLength(3);
});
