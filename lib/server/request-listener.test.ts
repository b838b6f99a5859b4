import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createAllowedHosts } from "./allowed-hosts.ts";
import { createRequestListener, type RequestListenerDeps } from "./request-listener.ts";
import { createServiceRequestListener } from "./service-request-listener.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  vi.useRealTimers();
});

type Seen = { headers: IncomingMessage["headers"]; raw: string[] };

/** Opens a request listener on a real socket; requests that pass are recorded and answered with 200. */
async function open(
  change: Partial<RequestListenerDeps> = {},
  options: ServerOptions = {},
): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const inside = (request: IncomingMessage, response: import("node:http").ServerResponse) => {
    seen.push({ headers: request.headers, raw: request.rawHeaders });
    request.resume();
    response.setHeader("content-length", "6");
    response.end("inside");
  };
  const server = createServer(options);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const hosts = createAllowedHosts({ publicUrl: undefined, host: "127.0.0.1", port });
  server.on(
    "request",
    createRequestListener({
      hosts,
      trustProxy: false,
      dev: false,
      remote: false,
      service: () => inside,
      pages: () => inside,
      docs: null,
      pageLimits: () => null,
      isSignedIn: async () => true,
      actionIds: () => null,
      notReady: async () => null,
      metrics: async () => null,
      ...change,
    }),
  );
  return { port, seen };
}

/** Sends exactly these bytes and returns the status and the whole answer. */
function raw(port: number, lines: string[], body = ""): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`),
    );
    let text = "";
    socket.on("data", (bytes) => {
      text += String(bytes);
    });
    socket.on("end", () => resolve({ status: Number(text.split(" ")[1]), text }));
    socket.on("error", reject);
  });
}

/** Opens a connection that can be reused after an answer; each call returns the next answer. */
function keepOpen(port: number) {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  let wake = () => {};
  socket.setEncoding("latin1");
  socket.on("data", (data) => {
    text += String(data);
    wake();
  });
  socket.on("close", () => {
    text += "closed";
    wake();
  });
  socket.on("error", () => undefined);
  return {
    send: (head: string[], body = "") => void socket.write(`${head.join("\r\n")}\r\n\r\n${body}`),
    more: (body: string) => new Promise<void>((resolve) => socket.write(body, () => resolve())),
    /** @returns the status of the next answer, or "closed" */
    async answer(): Promise<string> {
      for (;;) {
        const found = /^HTTP\/1.1 (\d+) .*?Content-Length: (\d+).*?\r\n\r\n/is.exec(text);
        const end = found ? found[0].length + Number(found[2]) : Number.POSITIVE_INFINITY;
        if (found && text.length >= end) {
          text = text.slice(end);
          return found[1] ?? "";
        }
        if (text.endsWith("closed")) return "closed";
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

describe("early responses", () => {
  const big = "x".repeat(1_400_000);

  test.each(["untouched", "begun"])(
    "the rest of the body is read and the connection is reused: body %s",
    async (how) => {
      const service = createServiceRequestListener(async (request) => {
        if (request.method === "GET") return new Response("fine");
        const reader = how === "begun" ? request.body?.getReader() : undefined;
        await reader?.read();
        reader?.releaseLock();
        return new Response("too large", { status: 413 });
      });
      const { port } = await open({ service: () => service });
      const client = keepOpen(port);
      // Any timed clean-up would run long before the body arrives.
      vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "setImmediate"], shouldAdvanceTime: false });
      client.send(["POST /v1/posts HTTP/1.1", `Host: localhost:${port}`, `Content-Length: ${big.length}`], "x");
      expect(await client.answer()).toBe("413");
      await vi.advanceTimersByTimeAsync(60_000);
      await client.more(big.slice(1));
      await vi.advanceTimersByTimeAsync(60_000);
      client.send(["GET /v1/me HTTP/1.1", `Host: localhost:${port}`]);
      expect(await client.answer()).toBe("200");
    },
  );

  test("a page upload over the limit gets its error response without a reset", async () => {
    const { port } = await open();
    const client = keepOpen(port);
    const head = [`Host: localhost:${port}`, `Origin: http://localhost:${port}`, "Content-Length: 12000000"];
    client.send(["POST /upload HTTP/1.1", ...head]);
    expect(await client.answer()).toBe("413");
    for (let at = 0; at < 12; at += 1) await client.more("x".repeat(1_000_000));
    client.send(["GET / HTTP/1.1", `Host: localhost:${port}`]);
    expect(await client.answer()).toBe("200");
  });

  test("the connection is closed when the body does not end within the request timeout", async () => {
    const { port } = await open({}, { connectionsCheckingInterval: 50 });
    const client = keepOpen(port);
    const head = [`Host: localhost:${port}`, `Origin: http://localhost:${port}`, "Content-Length: 900000000"];
    client.send(["POST /upload HTTP/1.1", ...head], "x");
    expect(await client.answer()).toBe("413");
    // Set only now: the limit starts with the connection, and on a suspended machine it would expire before the first
    // byte.
    for (const server of servers) Object.assign(server, { requestTimeout: 300, headersTimeout: 300 });
    expect(await client.answer()).toBe("closed");
  });
});

describe("request listener", () => {
  test("too many page requests get 429 with a time to wait and API requests are not counted", async () => {
    const { port, seen } = await open({ pageLimits: () => async () => ({ session: null, waitSeconds: 42 }) });
    const refused = await raw(port, ["GET /join?token=x HTTP/1.1", `Host: localhost:${port}`]);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/retry-after: 42/i);
    expect(refused.text).toContain("Try again in 42 s.");
    expect(seen).toEqual([]);
    expect((await raw(port, ["GET /v1/me HTTP/1.1", `Host: localhost:${port}`])).status).toBe(200);
    expect((await raw(port, ["GET /healthz HTTP/1.1", `Host: localhost:${port}`])).status).toBe(200);
  });

  test("the API reference is served from memory, also for the dashboard's data requests", async () => {
    const { port, seen } = await open({
      docs: { answer: async (path, _request, response) => path === "/docs" && Boolean(response.end("docs")) },
    });
    for (const lines of [["GET /docs HTTP/1.1"], ["GET /docs?_rsc=1 HTTP/1.1", "RSC: 1"]]) {
      const { text } = await raw(port, [...lines, `Host: localhost:${port}`]);
      expect(text).toContain("docs");
      expect(text).toContain("content-security-policy");
    }
    expect(seen).toEqual([]);
  });

  const typed = (type: string, header: string, remote = false) => ({ type, header, remote });
  test.each([
    ["an answer to the router leaves in one piece", typed("text/x-component", "RSC: 1"), ["firstsecondthird"]],
    ["a document leaves as it is rendered", typed("text/html", "Accept: */*"), ["first", "second", "third"]],
    [
      "a stream leaves as it is written, whatever the header",
      typed("text/csv", "RSC: 1"),
      ["first", "second", "third"],
    ],
    [
      "an answer does not wait for a slow part of a service elsewhere",
      typed("text/x-component", "RSC: 1", true),
      ["first", "second", "third"],
    ],
  ])("%s", async (_name, { type, header, remote }, pieces) => {
    const pages: RequestListener = async (_request, response) => {
      response.setHeader("content-type", type);
      response.flushHeaders();
      response.write("first");
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise<void>((resolve) => response.write(Buffer.from("second"), () => resolve()));
      response.end("third");
    };
    const { port } = await open({ pages: () => pages, remote });
    const { status, text } = await raw(port, ["GET /posts HTTP/1.1", `Host: localhost:${port}`, header]);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(status).toBe(200);
    const isChunked = /transfer-encoding: chunked/iu.test(head);
    const lines = isChunked
      ? text
          .slice(head.length + 4)
          .split("\r\n")
          .filter((_line, at) => at % 2 === 1)
      : [body];
    expect(lines.filter((line) => line !== "")).toEqual(pieces);
  });

  test("an unknown host gets 421 on pages and on the API", async () => {
    const { port, seen } = await open();
    for (const path of ["/", "/v1/me", "/media/x.png"]) {
      expect((await raw(port, [`GET ${path} HTTP/1.1`, "Host: evil.invalid"])).status).toBe(421);
    }
    expect((await raw(port, ["GET http://evil.invalid/ HTTP/1.1", "Host: evil.invalid"])).status).toBe(421);
    expect(seen).toEqual([]);
  });

  test("a person's browser at another host gets a page with the right address and without script, a program JSON", async () => {
    const { port } = await open();
    const page = await raw(port, ["GET /posts?a=%22%3E<b>\"' HTTP/1.1", "Host: evil.invalid", "Accept: text/html,*/*"]);
    expect(page.status).toBe(421);
    expect(page.text).toMatch(/content-type: text\/html; charset=utf-8/i);
    expect(page.text).toMatch(/content-security-policy: default-src 'none'/i);
    expect(page.text).toContain(`<a href="http://localhost:${port}/posts?a=%22%3E&lt;b&gt;&quot;&#39;">`);
    expect(page.text).not.toMatch(/<script|<b>|evil\.invalid/);
    for (const lines of [
      ["GET /v1/me HTTP/1.1", "Accept: text/html"],
      ["GET / HTTP/1.1", "Accept: */*"],
    ]) {
      const [first = "", ...others] = lines;
      expect((await raw(port, [first, "Host: evil.invalid", ...others])).text).toMatch(
        /application\/json[\s\S]*"error"/,
      );
    }
  });

  test("an OAuth callback to the IP address is redirected to the host name with its query", async () => {
    const { port, seen } = await open();
    const ask = (host: string) =>
      raw(port, ["GET /channels/connected?code=a&state=b HTTP/1.1", `Host: ${host}:${port}`]);
    const led = await ask("127.0.0.1");
    expect(led.status).toBe(302);
    expect(led.text).toContain(`location: http://localhost:${port}/channels/connected?code=a&state=b\r\n`);
    expect(seen).toEqual([]);
    expect((await ask("localhost")).status).toBe(200);
  });

  test.for([
    "/media/../v1/me",
    "/media/./x.png",
    "/media/%2e%2e/v1/me",
    "/media/%2E./v1/me",
    "/media/..%2fv1/me",
    "/media/x/..",
    "/media\\..\\v1/me",
    "/..",
    "/healthz/../v1/me",
  ])("%s is rejected because a proxy may resolve it to another path", async (path) => {
    const { port, seen } = await open();
    const { status, text } = await raw(port, [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`]);
    expect([status, text.includes('"code":"invalid_request"')]).toEqual([400, true]);
    expect(seen).toEqual([]);
  });

  test("dots within a name or a query are accepted", async () => {
    const { port } = await open();
    for (const path of ["/media/a..b.png", "/.well-known/x", "/posts?from=/../a", "/v1/practice/.a"]) {
      expect((await raw(port, [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`])).status).toBe(200);
    }
  });

  test("a request with two Host headers is rejected", async () => {
    const { port, seen } = await open();
    const own = `Host: localhost:${port}`;
    for (const hosts of [
      [own, "Host: evil.invalid"],
      ["Host: evil.invalid", own],
      [own, own],
      [own, "hOST: x"],
    ]) {
      expect((await raw(port, ["GET /v1/me HTTP/1.1", ...hosts])).status).toBe(400);
    }
    expect(seen).toEqual([]);
  });

  test("every response has nosniff, and every https response has Strict-Transport-Security", async () => {
    const plain = await open();
    const secure = await open({
      hosts: createAllowedHosts({ publicUrl: "https://posts.invalid", host: "127.0.0.1", port: 1 }),
      metrics: async () => ({ status: 200, type: "text/plain", body: "" }),
    });
    const paths = ["/", "/v1/me", "/media/x.png", "/calendar.ics", "/healthz", "/readyz", "/metrics", "/a/../b"];
    for (const path of [...paths, "/_next/image"]) {
      const { text } = await raw(secure.port, [`GET ${path} HTTP/1.1`, "Host: posts.invalid"]);
      expect([path, text]).toEqual([path, expect.stringMatching(/\r\nx-content-type-options: nosniff\r\n/i)]);
      expect(text.match(/strict-transport-security: [^\r]*/gi)).toEqual([
        "strict-transport-security: max-age=31536000",
      ]);
      const open = await raw(plain.port, [`GET ${path} HTTP/1.1`, `Host: localhost:${plain.port}`]);
      expect(open.text).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
      expect(open.text).not.toMatch(/strict-transport-security/i);
    }
    const foreign = await raw(secure.port, ["GET / HTTP/1.1", "Host: evil.invalid"]);
    expect(foreign.text).toMatch(/421[\s\S]*strict-transport-security/i);
  });

  test("health checks are answered for any host", async () => {
    const { port } = await open();
    expect((await raw(port, ["GET /healthz HTTP/1.1", "Host: 10.0.0.7"])).status).toBe(200);
    expect((await raw(port, ["GET /readyz HTTP/1.1", "Host: 10.0.0.7"])).status).toBe(200);
  });

  test("the readiness check says in one sentence why the server is not ready", async () => {
    const { port } = await open({ notReady: async () => "The database does not answer." });
    const answer = await raw(port, ["GET /readyz HTTP/1.1", `Host: localhost:${port}`]);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain("The database does not answer.");
  });

  test("headers that only the server may set are dropped from requests", async () => {
    const { port, seen } = await open();
    const names = [
      ...["Host", "Proto", "For", "Port", "Server", "Prefix", "Scheme", "Ssl"].map((word) => `X-Forwarded-${word}`),
      ...["Subrequest", "Rewrite", "Next", "Redirect", "Invoke", "Override-Headers", "Set-Cookie"].map(
        (word) => `X-Middleware-${word}`,
      ),
      ...["Data", "Cache", "Postponed", "Prerender", "Stale-Time", "Matched-Path"].map((word) => `X-Nextjs-${word}`),
      ...["Path", "Query", "Status", "Error", "Output"].map((word) => `X-Invoke-${word}`),
      ...["Address", "Session", "Actor"].map((word) => `X-Postwright-${word}`),
      ..."Forwarded X-Real-Ip X-Matched-Path Next-Resume Content-Security-Policy Content-Security-Policy-Report-Only X-Nonce".split(
        " ",
      ),
    ];
    await raw(port, [
      "GET / HTTP/1.1",
      `Host: localhost:${port}`,
      ...names.map((name) => `${name}: planted`),
      "Accept: text/html",
    ]);
    const [request] = seen;
    expect(request?.headers["accept"]).toBe("text/html");
    expect(JSON.stringify(request?.headers)).not.toContain("planted");
    expect(request?.raw.join(" ")).not.toContain("planted");
    expect(request?.headers["x-postwright-address"]).toMatch(/127\.0\.0\.1/);
  });

  test("a page write from another origin is rejected, also with X-Forwarded-Host", async () => {
    const { port, seen } = await open();
    const start = ["POST /compose HTTP/1.1", `Host: localhost:${port}`, "Content-Length: 2"];
    const evil = [...start, "Origin: http://evil.invalid", "X-Forwarded-Host: evil.invalid"];
    expect((await raw(port, evil, "{}")).status).toBe(403);
    expect((await raw(port, start, "{}")).status).toBe(403);
    expect((await raw(port, [...start, "Origin: null"], "{}")).status).toBe(403);
    expect(seen).toEqual([]);
    expect((await raw(port, [...start, `Origin: http://localhost:${port}`], "{}")).status).toBe(200);
  });

  test("page bodies without a length or over the limit are rejected unread", async () => {
    const { port, seen } = await open();
    const start = [`Host: localhost:${port}`, `Origin: http://localhost:${port}`];
    const chunked = ["POST /compose HTTP/1.1", ...start, "Transfer-Encoding: chunked"];
    expect((await raw(port, chunked, "0\r\n\r\n")).status).toBe(411);
    expect((await raw(port, ["POST /compose HTTP/1.1", ...start, "Content-Length: 1048577"])).status).toBe(413);
    expect((await raw(port, ["POST /upload HTTP/1.1", ...start, "Content-Length: 20000000"])).status).toBe(413);
    expect(seen).toEqual([]);
  });

  test("a stranger's body, and that of a closed session, has at most 16 KB; an upload asks to sign in", async () => {
    const session = { key: "pw_abc", sessionId: "s1", openedAtMs: 0, sealedAtMs: 0 };
    for (const known of [null, session]) {
      const pageLimits = () => async () => ({ session: known, waitSeconds: null });
      const { port, seen } = await open({ pageLimits, isSignedIn: async () => false });
      const start = [`Host: localhost:${port}`, `Origin: http://localhost:${port}`];
      const refused = await raw(port, ["POST /sign-in HTTP/1.1", ...start, "Content-Length: 16385"]);
      expect(refused.status).toBe(413);
      expect(refused.text).toContain("payload_too_large");
      expect((await raw(port, ["POST /upload HTTP/1.1", ...start, "Content-Length: 16385"])).status).toBe(401);
      expect(seen).toEqual([]);
      const small = ["POST /sign-in HTTP/1.1", ...start, "Content-Length: 16384"];
      expect((await raw(port, small, "x".repeat(16_384))).status).toBe(200);
    }
    const pageLimits = () => async () => ({ session, waitSeconds: null });
    const { port } = await open({ pageLimits, isSignedIn: async ({ sessionId }) => sessionId === "s1" });
    const start = ["POST /upload HTTP/1.1", `Host: localhost:${port}`, `Origin: http://localhost:${port}`];
    expect((await raw(port, [...start, "Content-Length: 16385"], "x".repeat(16_385))).status).toBe(200);
  });

  test("the bytes of a page's body count for its caller", async () => {
    const counted: unknown[] = [];
    const pageLimits: RequestListenerDeps["pageLimits"] = () => async (_request, _address, bytes) => {
      counted.push(bytes);
      return { session: null, waitSeconds: null };
    };
    const { port } = await open({ pageLimits });
    const start = [`Host: localhost:${port}`, `Origin: http://localhost:${port}`];
    await raw(port, ["POST /sign-in HTTP/1.1", ...start, "Content-Length: 5"], "12345");
    await raw(port, ["GET /sign-in HTTP/1.1", ...start]);
    expect(counted).toEqual([5, 0]);
  });

  test("an action that the build does not have is refused before its body is decoded, as Next does", async () => {
    const { port, seen } = await open({ actionIds: () => new Set(["40ab"]) });
    const start = ["POST /sign-in HTTP/1.1", `Host: localhost:${port}`, `Origin: http://localhost:${port}`];
    for (const id of ["40ac", "", "__proto__"]) {
      const { status, text } = await raw(port, [...start, `Next-Action: ${id}`, "Content-Length: 2"], "[]");
      expect(status).toBe(404);
      expect(text).toMatch(/x-nextjs-action-not-found: 1/i);
    }
    expect(seen).toEqual([]);
    expect((await raw(port, [...start, "Next-Action: 40ab", "Content-Length: 2"], "[]")).status).toBe(200);
    expect((await raw(port, [...start, "Content-Length: 2"], "[]")).status).toBe(200);
  });

  test("the image optimizer is not reachable", async () => {
    const { port } = await open();
    expect(
      (await raw(port, ["GET /_next/image?url=%2Fa.png&w=64&q=75 HTTP/1.1", `Host: localhost:${port}`])).status,
    ).toBe(404);
  });

  test("each page has a content security policy with a fresh nonce in the request and the response", async () => {
    const { port, seen } = await open();
    const first = await raw(port, ["GET / HTTP/1.1", `Host: localhost:${port}`]);
    await raw(port, ["GET / HTTP/1.1", `Host: localhost:${port}`]);
    const nonces = seen.map((request) => String(request.headers["x-nonce"]));
    expect(new Set(nonces).size).toBe(2);
    expect(first.text.toLowerCase()).toContain(
      `content-security-policy: default-src 'self'; script-src 'self' 'nonce-${nonces[0]}'`.toLowerCase(),
    );
    expect(String(seen[0]?.headers["content-security-policy"])).toContain(`'nonce-${nonces[0]}'`);
    expect(first.text).not.toContain("unsafe-eval");
  });

  test("the address and host sent by a proxy are used only when proxies are trusted", async () => {
    const proxied = ["GET / HTTP/1.1", "Host: 10.0.0.9:3000", "X-Forwarded-For: 1.1.1.1, 203.0.113.9"];
    const trusting = await open({
      trustProxy: true,
      hosts: createAllowedHosts({ publicUrl: "https://posts.invalid", host: "127.0.0.1", port: 1 }),
    });
    expect((await raw(trusting.port, [...proxied, "X-Forwarded-Host: posts.invalid"])).status).toBe(200);
    expect(trusting.seen[0]?.headers["x-postwright-address"]).toBe("203.0.113.9");
    expect(trusting.seen[0]?.headers.host).toBe("posts.invalid");
    let warnings = 0;
    const onUntrustedProxy = () => {
      warnings += 1;
    };
    const careful = await open({ onUntrustedProxy });
    await raw(careful.port, ["GET / HTTP/1.1", `Host: localhost:${careful.port}`]);
    expect(warnings).toBe(0);
    expect((await raw(careful.port, [...proxied, `X-Forwarded-Host: localhost:${careful.port}`])).status).toBe(421);
    expect(warnings).toBe(1);
  });

  test("service routes do not exist when the service is remote", async () => {
    const { port, seen } = await open({ remote: true });
    expect((await raw(port, ["GET /v1/me HTTP/1.1", `Host: localhost:${port}`])).status).toBe(404);
    expect(seen).toEqual([]);
  });
});
