import { afterEach, describe, expect, test } from "vitest";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { createReceivers, type TestFetchOptions, testGuardedFetch } from "./testing/receivers.ts";

const receivers = createReceivers();
const { serve } = receivers;
afterEach(receivers.close);

describe("a private address", () => {
  test.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0x7f.1/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://2130706433/",
    "https://0/",
    "https://0.0.0.0/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://hooks.localhost/",
    "https://10.0.0.8/",
    "https://172.16.4.4/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://168.63.129.16/",
    "https://198.18.0.1/",
    "https://192.0.2.7/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://①②⑦.⓪.⓪.①/",
    "https://[::]/",
    "https://[::1]/",
    "https://[::7f00:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[fc00::1]/",
    "https://[fd12:3456:789a::1]/",
    "https://[ff02::1]/",
    "https://[2001:db8::1]/",
  ])("%s is refused without a connection", async (url) => {
    expect(await testGuardedFetch(url)).toEqual({ problem: "refused", why: expect.stringContaining("private") });
  });

  test.each([
    [["10.0.0.1"]],
    [["127.0.0.1"]],
    [["::ffff:10.0.0.1"]],
    [["::1"]],
    // One public address among them does not help.
    [["93.184.215.14", "169.254.169.254"]],
    [["fd00::1", "93.184.215.14"]],
  ])("a name that resolves to %j is refused", async (addresses) => {
    const answer = await testGuardedFetch("https://hooks.example.org/", { names: { "hooks.example.org": addresses } });
    expect(answer).toEqual({ problem: "refused", why: expect.stringContaining("private") });
  });

  test("a changed DNS answer is refused, and each request resolves the name once", async () => {
    // Public by its form, and given to nobody since 2006: no packet of a test reaches anyone.
    const answers = [["3ffe::1"], ["127.0.0.1"]];
    let asked = 0;
    const guardedFetch = createGuardedFetch({
      allow: new Set(),
      resolve: (_hostname, _options, done) => {
        const [address = ""] = answers[asked] ?? [];
        asked += 1;
        done(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
      },
    });
    const send = () => guardedFetch({ url: "https://rebinding.example.org/", method: "GET", timeoutMs: 300 });
    // The first goes to the address that was checked, which can't be reached from here.
    expect(await send()).toMatchObject({ problem: "unsent" });
    expect(asked).toBe(1);
    expect(await send()).toMatchObject({ problem: "refused" });
    expect(asked).toBe(2);
  });

  test("a redirect to a private address is not followed", async () => {
    const paths: string[] = [];
    const at = await serve((request, response) => {
      paths.push(request.url ?? "");
      response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
    });
    expect(await testGuardedFetch(`http://${at}/hook`, { allow: [at] })).toMatchObject({
      status: 302,
      headers: { location: "http://169.254.169.254/latest/meta-data/" },
    });
    expect(paths).toEqual(["/hook"]);
  });
});

describe("an invalid address", () => {
  test.each([
    ["http://example.org/", "https://"],
    ["ftp://example.org/", "https://"],
    ["file:///etc/passwd", "https://"],
    ["https://user:pw@example.org/", "user name"],
    ["https://user@example.org/", "user name"],
    ["example.org", "isn't a valid address"],
    ["https://[fe80::1%25eth0]/", "isn't a valid address"],
    ["", "isn't a valid address"],
  ])("%s is refused with a message that never repeats it", async (url, words) => {
    const answer = await testGuardedFetch(url);
    expect(answer).toEqual({ problem: "refused", why: expect.stringContaining(words) });
    expect(JSON.stringify(answer)).not.toContain("pw@");
  });
});

describe("an address in OUTBOUND_ALLOW", () => {
  test("an allowed address is reached although it is private and plain http", async () => {
    const at = await serve((_request, response) => response.end("there"));
    expect(await testGuardedFetch(`http://${at}/`, { allow: [at] })).toMatchObject({
      status: 200,
      body: "there",
      isCut: false,
    });
  });

  test("the allowance covers exactly that host and port, and nothing else", async () => {
    const at = await serve((_request, response) => response.end("there"));
    const port = at.split(":")[1];
    for (const allow of [
      [`127.0.0.1:${Number(port) - 1}`],
      ["127.0.0.1:80"],
      [`localhost:${port}`],
      [`0.0.0.0:${port}`],
    ]) {
      expect(await testGuardedFetch(`http://${at}/`, { allow })).toMatchObject({ problem: "refused" });
    }
    expect(await testGuardedFetch(`http://u:p@${at}/`, { allow: [at] })).toMatchObject({ problem: "refused" });
    expect(await testGuardedFetch(`http://[::ffff:127.0.0.1]:${port}/`, { allow: [at] })).toMatchObject({
      problem: "refused",
    });
  });
});

test("a request sends the given headers and body, asks for no compression and keeps no connection", async () => {
  let seen: Record<string, unknown> = {};
  const at = await serve((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { connection, "accept-encoding": encoding, "content-length": length, "x-own": own } = request.headers;
      seen = { method: request.method, url: request.url, body, connection, encoding, length, own };
      response.writeHead(204).end();
    });
  });
  const answer = await testGuardedFetch(`http://${at}/a/b?c=d#e`, {
    allow: [at],
    body: "grüße",
    headers: { "x-own": "1" },
  });
  expect(answer).toMatchObject({ status: 204, body: "" });
  expect(seen).toEqual({
    method: "POST",
    url: "/a/b?c=d",
    body: "grüße",
    length: "7",
    own: "1",
    connection: "close",
    encoding: "identity",
  });
});

test.each(["GET", "PUT", "PATCH", "DELETE"] as const)("a %s request arrives unchanged", async (method) => {
  const at = await serve((request, response) => response.end(request.method));
  const bare = { method, allow: [at], body: undefined } as unknown as TestFetchOptions;
  expect(await testGuardedFetch(`http://${at}/`, bare)).toMatchObject({ status: 200, body: method });
});

test("bytes arrive unchanged, and an answer is read up to the requested limit", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(`${Buffer.concat(chunks).equals(bytes)} ${"x".repeat(100_000)}`);
  });
  const put: TestFetchOptions = { method: "PUT", body: bytes, allow: [at] };
  expect(await testGuardedFetch(`http://${at}/`, { ...put, answerBytesMax: 4 })).toMatchObject({
    body: "true",
    isCut: true,
  });
  const whole = await testGuardedFetch(`http://${at}/`, { ...put, answerBytesMax: 200_000 });
  expect(whole).toMatchObject({ isCut: false });
  expect("body" in whole && whole.body.length).toBe(100_005);
});
