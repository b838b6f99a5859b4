import type { RequestListener } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { createReceivers } from "#lib/service/egress/testing/receivers.ts";
import { sharp } from "#lib/service/media/processing/restricted-sharp.ts";
import { createLinkPageReader } from "./link-page-reader.ts";

const receivers = createReceivers();
afterEach(receivers.close);
const form = { types: ["image/jpeg"], maxBytes: 20_000, maxEdge: 300, maxPixels: null } as const;
const html = { "content-type": "text/html; charset=utf-8" };
const page = (title: string, more = "") => `<title>${title}</title><meta name="description" content="About it">${more}`;
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#a33" } })
    .png()
    .toBuffer();

/** Reads the page at `path` of a server that answers by path. */
async function read(routes: Record<string, RequestListener>, path = "/", allow?: string[]) {
  const at = await receivers.serve((request, response) => {
    const route = routes[request.url ?? ""];
    if (route) return route(request, response);
    response.writeHead(404).end();
  });
  const guardedFetch = createGuardedFetch({ allow: new Set(allow ?? [at]) });
  return { at, result: await createLinkPageReader(guardedFetch)(`http://${at}${path}`, form) };
}

describe("the page of a link", () => {
  test("title, description and image come from the page, the image in the platform's form", async () => {
    const image = await picture(1_200, 600);
    const { result } = await read({
      "/": (_request, response) =>
        response.writeHead(200, html).end(page("One", '<meta property="og:image" content="i.png">')),
      "/i.png": (_request, response) => response.writeHead(200, { "content-type": "image/png" }).end(image),
    });
    expect(result).toMatchObject({ title: "One", description: "About it" });
    expect("image" in result && result.image).toMatchObject({ mime: "image/jpeg", width: 300, height: 150 });
  });

  test("an image that is missing, damaged or too large leaves a card without an image", async () => {
    const cut = (await picture(400, 400)).subarray(0, 60);
    const answers: RequestListener[] = [
      (_request, response) => response.writeHead(404).end(),
      (_request, response) => response.writeHead(200).end(cut),
      (_request, response) => response.writeHead(200).end("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      (_request, response) => response.writeHead(200).end(Buffer.alloc(8_000_001)),
    ];
    for (const answer of answers) {
      const { result } = await read({
        "/": (_request, response) =>
          response.writeHead(200, html).end(page("T", '<meta property="og:image" content="/i">')),
        "/i": answer,
      });
      expect(result).toEqual({ title: "T", description: "About it", image: null });
    }
  });

  test("an image of few bytes and very many pixels is not decoded", async () => {
    const bomb = await picture(9_000, 9_000);
    const { result } = await read({
      "/": (_request, response) =>
        response.writeHead(200, html).end(page("T", '<meta property="og:image" content="/i">')),
      "/i": (_request, response) => response.writeHead(200).end(bomb),
    });
    expect(result).toMatchObject({ title: "T", image: null });
  });

  test("redirects are followed up to four times, and each passes the guard", async () => {
    const to = (location: string): RequestListener => {
      return (_request, response) => response.writeHead(302, { location }).end();
    };
    const routes = {
      "/1": to("/2"),
      "/2": to("/3"),
      "/3": to("/4"),
      "/4": to("/5"),
      "/5": ((_request, response) => response.writeHead(200, html).end(page("There"))) as RequestListener,
      "/0": to("/1"),
      "/inside": to("http://169.254.169.254/latest/meta-data/"),
      "/file": to("file:///etc/passwd"),
    };
    expect((await read(routes, "/1")).result).toMatchObject({ title: "There" });
    expect((await read(routes, "/0")).result).toEqual({
      why: "The link's page couldn't be read. It redirects too often.",
    });
    expect((await read(routes, "/inside")).result).toEqual({ why: expect.stringContaining("private") });
    expect((await read(routes, "/file")).result).toEqual({ why: expect.stringContaining("invalid address") });
  });

  test("a private address is not read", async () => {
    const { result } = await read({}, "/", []);
    expect(result).toEqual({ why: expect.stringMatching(/^The link's page couldn't be read\. .+\.$/u) });
  });

  test.each([
    ["the header", { "content-type": "text/html; charset=windows-1252" }, "<title>Gr\xfc\xdfe</title>"],
    ["a meta tag", { "content-type": "text/html" }, '<meta charset="iso-8859-1"><title>Gr\xfc\xdfe</title>'],
    [
      "http-equiv",
      { "content-type": "text/html" },
      '<meta http-equiv="content-type" content="text/html; charset=latin1"><title>Gr\xfc\xdfe</title>',
    ],
    ["nothing, as UTF-8", { "content-type": "text/html" }, "<title>Gr\xc3\xbc\xc3\x9fe</title>"],
    [
      "an unknown name, as UTF-8",
      { "content-type": "text/html; charset=klingon" },
      "<title>Gr\xc3\xbc\xc3\x9fe</title>",
    ],
  ])("the charset is read from %s", async (_name, headers, latin) => {
    const bytes = Buffer.from(latin, "latin1");
    const { result } = await read({ "/": (_request, response) => response.writeHead(200, headers).end(bytes) });
    expect(result).toMatchObject({ title: "Grüße" });
  });

  test("a page is read up to 512 KB, and long texts are cut", async () => {
    const long = `${page("x".repeat(1_000))}${"<p>y</p>".repeat(200_000)}<meta property="og:title" content="Too late">`;
    const { result } = await read({ "/": (_request, response) => response.writeHead(200, html).end(long) });
    expect("title" in result && [result.title.length, result.title.at(-1)]).toEqual([300, "…"]);
  });

  test.each([
    ["an error", 500, html, page("T"), "The link's server answered with status 500."],
    ["another type", 200, { "content-type": "application/pdf" }, "%PDF", "The link leads to no web page."],
    ["no title", 200, html, "<p>Words</p>", "The link's page has no title."],
  ])("%s is a sentence instead of a card", async (_name, status, headers, body, why) => {
    const { result } = await read({ "/": (_request, response) => response.writeHead(status, headers).end(body) });
    expect(result).toEqual({ why });
  });
});
