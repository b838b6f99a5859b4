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
    const links = '<a href="/docs/posts">Posts</a><a href="/docs/api/posts">Posts API</a>';
    const whole = `<article data-complete>${"words ".repeat(10_000)}</article>${links}`;
    if (/\.(md|json)$/.test(request.url ?? "")) {
      const type = request.url?.endsWith(".md") ? "text/markdown" : "application/json";
      return void response.writeHead(200, { "content-type": type }).end(`${request.url} <script>code</script></body>`);
    }
    const endpoints = isComplete ? whole : "<p>nothing</p>";
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

describe("documentation pages", () => {
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

  test("the Markdown of each page and the search index are rendered once and handed over as they are", async () => {
    const { ask, rendered } = await open();
    const paths = ["/docs.md", "/docs/posts.md", "/docs/api/posts.md", "/docs/search.json"];
    for (const cookie of ["theme=dark", "theme=light", ""]) {
      for (const path of paths) {
        const answer = await ask({ cookie }, path);
        expect(answer.headers.get("content-type")).toBe(path.endsWith(".md") ? "text/markdown" : "application/json");
        expect(await answer.text()).toBe(`${path} <script>code</script></body>`);
      }
    }
    // The overview names the pages.
    expect(rendered()).toBe(paths.length + 1);
    for (const path of ["/docs/nothing.md", "/docs/api/nothing.md", "/docs/a/b/c.md", "/docs/posts.json", "/docs/.md"])
      expect((await ask({}, path)).status).toBe(404);
    expect(rendered()).toBe(paths.length + 1);
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
    for (let at = 0; at < 2; at += 1) expect((await ask({}, "/docs.md")).status).toBe(200);
    expect(rendered()).toBe(7);
  });
});
