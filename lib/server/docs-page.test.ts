import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createDocsPage } from "./docs-page.ts";

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
    const endpoints = isComplete ? `<h2 id="endpoints">${"words ".repeat(10_000)}</h2>` : "<p>nothing</p>";
    const script = '<link rel="preload" as="script" href="/a.js"/><script nonce="x">self.x="\\u003c/script>"</script>';
    response.end(`<html data-theme="${theme}">${script}${endpoints}</html>`);
  };
  const docs = createDocsPage({ pages: () => pages, host: "localhost", keepMs: Number.POSITIVE_INFINITY });
  const server = createServer((request, response) => void docs.answer(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return { rendered: () => rendered, ask: (headers: Record<string, string> = {}) => fetch(origin, { headers }) };
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

  test("the page has no scripts, so no nonce is reused", async () => {
    const { ask } = await open();
    const text = await (await ask()).text();
    expect(text).not.toMatch(/script/);
    expect(text).toContain("words words");
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
