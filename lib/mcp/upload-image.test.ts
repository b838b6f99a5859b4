import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { callTool, type McpFixture, openMcpFixture } from "./testing/mcp-fixture.ts";

let mcp: McpFixture;
let server: Server;
let origin: string;
let asked: string[] = [];
const answers: Record<string, RequestListener> = {
  "/cat.png": (_, response) =>
    void redBlue(8, 8)
      .png()
      .toBuffer()
      .then((bytes) => response.end(bytes)),
  "/moved": (_, response) => response.writeHead(302, { location: "/cat.png" }).end(),
  "/inside": (_, response) => response.writeHead(302, { location: "http://127.0.0.1:9/secret" }).end(),
  "/large": (_, response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1)),
  "/page": (_, response) => response.end("<h1>No image</h1>"),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = answers[request.url ?? ""];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  origin = `http://${host}`;
  mcp = await openMcpFixture({ outboundAllow: new Set([host]) });
});
afterAll(async () => {
  server.close().closeAllConnections();
  await mcp.close();
});

const upload = async (url: string, alt?: string) => {
  asked = [];
  return callTool(await mcp.connect(mcp.service.org.key), "upload_image_from_url", { url, ...(alt && { alt }) });
};

describe("an image from an address", () => {
  test("an image is downloaded, stored with its description, and attached to a post", async () => {
    const { data } = await upload(`${origin}/cat.png`, "A cat on a keyboard");
    expect(data).toMatchObject({ type: "image", alt: "A cat on a keyboard" });
    const client = await mcp.connect(mcp.service.org.key);
    const [channel] = mcp.service.org.channelIds;
    const args = { channels: [channel], text: "With a cat", media: [data.id], draft: true };
    const [post] = (await callTool(client, "create_post", args)).data.posts;
    expect((await callTool(client, "get_post", { id: post.id })).data.post.media).toMatchObject([{ id: data.id }]);
  });

  test("private addresses are never called, also not through a redirect", async () => {
    for (const url of [
      "http://127.0.0.1:9/a.png",
      "https://localhost/a.png",
      "https://10.0.0.1/a.png",
      "file:///etc/passwd",
    ]) {
      const { isError, text } = await upload(url);
      expect([url, isError]).toEqual([url, true]);
      expect(text).toMatch(/^The image could not be downloaded\. .* Nothing was changed\./);
    }
    expect((await upload(`${origin}/inside`)).isError).toBe(true);
    expect(asked).toEqual(["/inside"]);
  });

  test("what is no image, too large, missing or elsewhere is refused with the reason", async () => {
    expect((await upload(`${origin}/page`)).text).toContain("JPEG, PNG, WebP or GIF");
    expect((await upload(`${origin}/large`)).text).toMatch(/larger|MB/);
    expect((await upload(`${origin}/none`)).text).toContain("404");
    expect((await upload(`${origin}/moved`)).text).toContain("redirects");
    expect(asked).toEqual(["/moved"]);
  });
});
