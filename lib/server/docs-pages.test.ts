import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createDocsPages } from "./docs-pages.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A stand-in for Next: a page with scripts, in the theme of the cookie, and the number of renderings. */
async function open({ isComplete = true } = {}) {
  let rendered = 0;
  const pages: RequestListener = (request, response) => {
    rendered += 1;
    const theme = /theme=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "none";
    const links = '<a href="/docs/posts">Posts</a>';
    const endpoints = isComplete ? `<h2 id="endpoints">${"words ".repeat(10_000)}</h2>${links}` : "<p>nothing</p>";
    const script = '<link rel="preload" as="script" href="/a.js"/><script nonce="x">self.x="\\u003c/script>"</script>';
    response.end(`<html data-theme="${theme}">${script}<body><p>${request.url}</p>${endpoints}</body></html>`);
  };
  const docs = createDocsPages({ pages: () => pages, host: "localhost", keepMs: Number.POSITIVE_INFINITY });
  const server = createServer(async (request, response) => {
    response.setHeader(
      "content-security-policy",
      "default-src 'none'; script-src 'self' 'nonce-a' 'strict-dynamic'; x",
    );
    if (!(await docs.answer(request.url ?? "", request, response))) response.writeHead(404).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    rendered: () => rendered,
    ask: (headers: Record<string, string> = {}, path = "/docs") => fetch(origin + path, { headers }),
  };
}

describe("API reference page", () => {
  test("the page is rendered once per theme, whatever cookies its visitors send", async () => {
    const { ask, rendered } = await open();
    const visit = async (at: number) => await (await ask({ cookie: `pw_session=${at}; other=${at}` })).text();
    const texts = await Promise.all(Array.from({ length: 100 }, (_, at) => visit(at)));
    expect(new Set(texts).size).toBe(1);
    expect(rendered()).toBe(1);
    expect(await (await ask({ cookie: "a=b; theme=dark" })).text()).toContain('data-theme="dark"');
    expect(await (await ask({ cookie: "theme=dark" })).text()).toContain('data-theme="dark"');
    await ask({ cookie: "theme=<script>" });
    expect(rendered()).toBe(2);
  });

  test("the page has one script of its own and none of the app, so no nonce is reused", async () => {
    const { ask } = await open();
    const answer = await ask();
    const text = await answer.text();
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/docs.js" defer>']);
    expect(text).not.toContain('as="script"');
    expect(text).toContain("words words");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; script-src 'self'; x");
  });

  test("each page that the overview links to is rendered once, and any other address never", async () => {
    const { ask, rendered } = await open();
    for (let at = 0; at < 3; at += 1)
      expect(await (await ask({}, "/docs/posts")).text()).toContain("<p>/docs/posts</p>");
    expect(rendered()).toBe(2);
    for (const path of ["/docs/nothing", "/docs/posts/", "/docs/a/b", "/docs/%2e", `/docs/${"x".repeat(60)}`, "/docsx"])
      expect((await ask({}, path)).status).toBe(404);
    expect(rendered()).toBe(2);
  });

  test("the page is compressed and an unchanged copy gets 304", async () => {
    const { ask } = await open();
    const answer = await ask({ "accept-encoding": "br" });
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(Number(answer.headers.get("content-length"))).toBeLessThan(1_000);
    expect(await answer.text()).toContain("words words");
    expect((await ask({ "if-none-match": answer.headers.get("etag") ?? "" })).status).toBe(304);
  });

  test("a page rendered without endpoints is not cached", async () => {
    const { ask, rendered } = await open({ isComplete: false });
    for (let at = 0; at < 3; at += 1) expect((await ask()).status).toBe(200);
    expect(rendered()).toBe(3);
  });
});
