import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ConnectorIoFixture, openConnectorIoFixture } from "#lib/service/channels/testing/connector-io-fixture.ts";
import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { createDownloadBytes } from "./connector-io.ts";

let stage: ConnectorIoFixture;
beforeEach(async () => {
  stage = await openConnectorIoFixture();
});
afterEach(() => stage.close());

describe("a connector's request", () => {
  test("a request carries the account's own token, and its answer is parsed as JSON", async () => {
    await stage.store();
    const answer = await stage.ioOf(stage.outside()).call(stage.post());
    expect(answer).toMatchObject({ type: "answer", status: 201, json: { id: "item-1" } });
    expect(stage.server.heard.map(({ path, token }) => [path, token])).toEqual([["/items", "access-1"]]);
  });

  test("a write without an answer counts as lost, a read as unsent", async () => {
    await stage.store();
    stage.server.state.after = () => "cut";
    const io = stage.ioOf(stage.outside());
    expect(await io.call(stage.post())).toMatchObject({ type: "lost" });
    expect(stage.server.items).toHaveLength(1);
    expect(await io.call(stage.look())).toMatchObject({ type: "unsent" });
  });

  test("a write that was never sent counts as unsent", async () => {
    await stage.store();
    await stage.server.close();
    expect(await stage.ioOf(stage.outside()).call(stage.post())).toMatchObject({ type: "unsent" });
  });

  test("a request to a private address is refused on every platform", async () => {
    await stage.store();
    const io = stage.ioOf(stage.outside({ hosts: [] }));
    expect(await io.call(stage.post())).toMatchObject({ type: "refused" });
    for (const url of ["https://169.254.169.254/latest", "https://localhost/", "http://example.org/"]) {
      expect(await io.call({ ...stage.look(), url })).toMatchObject({ type: "refused" });
    }
    expect(stage.server.heard).toEqual([]);
  });

  test("a redirect is returned as the answer and not followed", async () => {
    await stage.store();
    stage.server.state.before = () => ({ status: 302, headers: { location: `${stage.server.url}/elsewhere` } });
    expect(await stage.ioOf(stage.outside()).call(stage.look())).toMatchObject({ type: "answer", status: 302 });
    expect(stage.server.heard).toHaveLength(1);
  });

  test("an answer that is not JSON or too long has no parsed body", async () => {
    await stage.store();
    stage.server.state.before = () => ({ status: 200, json: "x".repeat(2_000) });
    const io = stage.ioOf(stage.outside());
    expect(await io.call({ ...stage.look(), answerBytesMax: 100 })).toMatchObject({ status: 200, json: undefined });
    expect(await io.call(stage.look())).toMatchObject({ json: "x".repeat(2_000) });
  });

  test("a request of a practice channel or an unknown platform is never sent", async () => {
    await stage.store();
    expect(await stage.ioOf(stage.outside(), undefined, true).call(stage.post())).toMatchObject({ type: "refused" });
    expect(stage.server.heard).toEqual([]);
  });

  test("a request ends when its work ends", async () => {
    await stage.store();
    const held = Promise.withResolvers<null>();
    const work = new AbortController();
    stage.server.state.before = () => {
      work.abort();
      return held.promise;
    };
    const asked = stage.ioOf(stage.outside(), work.signal).call(stage.post());
    expect(await asked).toMatchObject({ type: "lost" });
    held.resolve(null);
  });
});

describe("images", () => {
  const image = { fileName: `${"a".repeat(40)}.png`, mime: "image/png", width: 1, height: 1, alt: "" };

  test("a stored image is read completely, and a missing one throws", async () => {
    const io = stage.ioOf(stage.outside());
    await expect(io.readImage(image)).rejects.toThrow();
    await stage.service.context.media.put(image.fileName, Buffer.from([1, 2, 3]), "image/png");
    expect([...(await io.readImage(image))]).toEqual([1, 2, 3]);
  });

  test("an image has a URL only on an installation with a public address", () => {
    expect(stage.ioOf(stage.outside()).imageUrl(image)).toBe(`https://desk.example.org/media/${image.fileName}`);
  });
});

test("a remote picture is fetched through the outbound guard, completely or not at all", async () => {
  const picture = Buffer.from([0, 255, 254, 128]);
  const holder = createServer((request, response) => {
    const status = request.url === "/gone" ? 404 : request.url === "/moved" ? 302 : 200;
    response.writeHead(status, { location: "/" }).end(picture);
  });
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  stage.ending.push(() => new Promise((resolve) => holder.close(resolve)));
  const host = `127.0.0.1:${(holder.address() as AddressInfo).port}`;
  const read = createDownloadBytes(createGuardedFetch({ allow: new Set([host]) }));
  expect(await read(`http://${host}/`, 4)).toMatchObject({ bytes: picture });
  expect(await read(`http://${host}/`, 3)).toEqual({ why: "The file is larger than 0 MB." });
  expect(await read(`http://${host}/gone`, 100)).toEqual({ why: "The server answered with status 404." });
  expect(await read(`http://${host}/moved`, 100)).toEqual({ why: "The address redirects. Send the final address." });
  const guarded = createDownloadBytes(createGuardedFetch({ allow: new Set() }));
  expect(await guarded(`http://${host}/`, 100)).toEqual({ why: "The address must start with https://." });
});
