import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright/test";
import { createDataDir } from "#lib/testing/data-folder.ts";
import { publishAtOnce } from "../support/app-under-test.ts";
import { expect, test } from "../support/fixtures.ts";
import { waitForHydrationAfterNavigation } from "../support/hydration.ts";
import {
  createOutputRecorder,
  findLeakedSecrets,
  type KnownSecret,
  readFiles,
  readPageContents,
  toScannedOutput,
} from "../support/secret-scan.ts";
import { type E2eApp, startApp } from "../support/start-app.ts";

const makeKey = () => `pw_${randomBytes(32).toString("hex")}`;
const words = (what: string) => `${what} ${randomBytes(12).toString("hex")}`;
const seeded = (name: string, value: string): KnownSecret => ({ name, value });
const several = (count: number, name: string, make: () => string): KnownSecret[] =>
  Array.from({ length: count }, (_, at) => seeded(`${name} ${at + 1}`, make()));
const need = (seeds: readonly KnownSecret[], name: string): string => {
  const value = seeds.find((seed) => seed.name === name)?.value;
  if (value === undefined) throw new Error(`No seed is called ${name}.`);
  return value;
};

const settings: readonly KnownSecret[] = [
  "SECRET",
  "SMTP_URL's password",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "DATABASE_URL's password",
].map((name) => seeded(name, randomBytes(32).toString("hex")));
const wrong = {
  bearer: several(6, "a wrong bearer key", makeKey),
  header: several(6, "a wrong x-api-key", makeKey),
  query: several(6, "a key in a query", makeKey),
  body: several(3, "a key in a body", makeKey),
  path: several(3, "a key in a path", makeKey),
  signIn: several(6, "a wrong key at sign-in", makeKey),
  cookie: several(3, "a forged session", () => `Fe26.2**${randomBytes(64).toString("hex")}`),
};
/** Only their author may see these, on the page and in the database; they must not appear in the log. */
const personal = {
  texts: several(8, "a post's text", () => words("Private words")),
  emails: several(3, "an e-mail address", () => `${randomBytes(12).toString("hex")}@example.org`),
  files: several(3, "a file's name", () => `${randomBytes(12).toString("hex")}.png`),
};
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

const running: E2eApp[] = [];
const folders: string[] = [];
const start = async (env: Record<string, string>): Promise<E2eApp> => {
  const app = await startApp(env);
  running.push(app);
  return app;
};
const folder = (): string => {
  const made = createDataDir();
  folders.push(made);
  return made;
};
test.afterEach(async () => {
  // In reverse order, because the second app uses the database of the first.
  for (const app of running.splice(0).reverse()) await app.stop();
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

type Recorder = ReturnType<typeof createOutputRecorder>;

/** Returns a function that sends a script's request and records the whole answer. */
function asker(app: () => E2eApp, recorder: Recorder) {
  return async (path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> => {
    const asked = `${init.method ?? "GET"} ${path.slice(0, 20)}`;
    const answer = await fetch(`${app().origin}${path}`, { redirect: "manual", ...init }).catch((error: Error) => {
      throw new Error(`${asked}: ${String(error.cause)}\n${app().output().slice(-2_000)}`);
    });
    const text = await answer.text();
    // The sender knows the address itself, so the place names only the path.
    const place = `the answer to a script's ${init.method ?? "GET"} ${path.split(/[?/]pw_|\?/, 1)[0]}`;
    recorder.add(
      toScannedOutput(place, text),
      toScannedOutput(`${place} (headers)`, JSON.stringify([...answer.headers])),
    );
    return { status: answer.status, text };
  };
}
type Ask = ReturnType<typeof asker>;

/** Provokes every refusal of the API, with a secret or private text in each request. */
async function provokeRefusals(origin: string, ask: Ask, key: string): Promise<Set<number>> {
  const seen = new Set<number>();
  const go = async (path: string, init: RequestInit = {}) => seen.add((await ask(path, init)).status);
  const mine = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const post = (body: string, headers: Record<string, string> = {}) => ({
    method: "POST",
    headers: { ...mine, ...headers },
    body,
  });
  const [text = seeded("", "")] = personal.texts;
  const channels = JSON.parse((await ask("/v1/channels", { headers: mine })).text).data.map(
    (one: { id: string }) => one.id,
  );
  for (const { value } of wrong.query) {
    await go(`/v1/me?api_key=${value}`);
    await go(`/v1/posts?status=${value}`, { headers: mine });
    await go(`/media/${value}.png?key=${value}`);
    // Next repeats the page's own address in its answer, so this answer is not recorded; the request only fills the
    // log.
    await (await fetch(`${origin}/sign-in?key=${value}`)).text();
  }
  for (const { value } of wrong.path) {
    await go(`/v1/posts/${value}`, { headers: mine });
    await go(`/v1/posts/${value}`, { method: "PUT", headers: mine });
    await go(`/v1/${value}`);
  }
  for (const { value } of wrong.body) {
    await go("/v1/posts", post(JSON.stringify({ channels: [value], text: value, key: value })));
    await go("/v1/posts", post(`{"key": "${value}", `));
    await go("/v1/posts", post(JSON.stringify({ channels: 3, points: value })));
    await go("/v1/posts", post(value.repeat(20_000)));
    await go("/v1/posts", post(value, { "content-type": "text/plain" }));
    await go("/sign-in", post(value));
    await go("/upload", { method: "POST", headers: { origin: "https://evil.example", "x-key": value }, body: value });
  }
  for (const [at, wish] of ["#fail-temporary", "#fail-rejected", "#fail-reconnect", "#fail-unknown"].entries())
    await go("/v1/posts", post(JSON.stringify({ channels, text: `${personal.texts[at + 1]?.value} ${wish}` })));
  const repeat = { "idempotency-key": randomBytes(12).toString("hex") };
  await go("/v1/posts", post(JSON.stringify({ channels, text: text.value, draft: true }), repeat));
  await go("/v1/posts", post(JSON.stringify({ channels, text: `${text.value}!`, draft: true }), repeat));
  for (const { value } of personal.files) {
    const form = new FormData();
    form.set("file", new Blob([value]), value);
    await go("/v1/media", { method: "POST", headers: { authorization: `Bearer ${key}` }, body: form });
  }
  for (const { value } of wrong.cookie) {
    await go("/read/posts", { headers: { cookie: `pw_session=${value}` } });
    await go("/profile", { headers: { cookie: `pw_session=${value}` } });
  }
  // Last, because so many wrong keys lock out the address.
  for (let at = 0; at < 12; at += 1) {
    for (const { value } of wrong.bearer) await go("/v1/me", { headers: { authorization: `Bearer ${value}` } });
    for (const { value } of wrong.header) await go("/v1/posts", { headers: { "x-api-key": value } });
    if (seen.has(429)) break;
  }
  return seen;
}

/** Reads the database's own pid file: its process, and the folder of its socket. */
function readPostmaster(dataDir: string): [pid: number, socketDir: string] {
  const lines = readFileSync(path.join(dataDir, "db/cluster/postmaster.pid"), "utf8").split("\n");
  return [Number(lines[0]), lines[4] ?? ""];
}

/** Kills the database repeatedly during write requests, until one of them reports that it is unavailable. */
async function killDatabaseUnderWork(dataDir: string, ask: Ask, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const channels = JSON.parse((await ask("/v1/channels", { headers })).text).data.map((one: { id: string }) => one.id);
  const body = () =>
    JSON.stringify({ channels, text: `${need(personal.texts, "a post's text 8")} ${words("and")}`, draft: true });
  const statuses = new Set<number>();
  for (let round = 0; round < 5 && !statuses.has(503); round += 1) {
    const [pid] = readPostmaster(dataDir);
    const asked = Array.from({ length: 30 }, () => ask("/v1/posts", { method: "POST", headers, body: body() }));
    process.kill(pid, "SIGKILL");
    asked.push(...Array.from({ length: 10 }, () => ask("/v1/posts", { method: "POST", headers, body: body() })));
    for (const answer of await Promise.all(asked)) statuses.add(answer.status);
    await expect.poll(async () => (await ask("/readyz")).status, { timeout: 20_000 }).toBe(200);
  }
  expect([...statuses]).toContain(503);
}

/** Fills the composer and publishes to every channel. */
async function publish(page: Page, text: string, image: string): Promise<void> {
  await page.goto("/compose");
  await page
    .getByRole("button", { name: /channel/i })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "All" }).click();
  await page.keyboard.press("Escape");
  await page.getByLabel("Text", { exact: true }).fill(text);
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: image, mimeType: "image/png", buffer: picture });
  await page.keyboard.press("Control+Enter");
}

test("no secret is seen in a log, an answer, a page, the browser's storage or the data folder", async ({ browser }) => {
  test.setTimeout(180_000);
  const dataDir = folder();
  const outside = folder();
  const [secret, smtp, keyId, keySecret, keyToken, password] = settings.map((seed) => seed.value);
  const common = {
    LOG_LEVEL: "trace",
    SECRET: secret ?? "",
    SMTP_URL: `smtp://postwright:${smtp}@127.0.0.1:2525`,
    AWS_ACCESS_KEY_ID: keyId ?? "",
    AWS_SECRET_ACCESS_KEY: keySecret ?? "",
    AWS_SESSION_TOKEN: keyToken ?? "",
  };
  const noSetup = { SETUP_ORG: "", SETUP_NAME: "", SETUP_EMAIL: "", SETUP_KEY: "" };
  const media = `file://${path.join(dataDir, "pictures")}`;
  const app = await start({ ...common, ...noSetup, DATA_DIR: dataDir, MEDIA_URL: media });
  const recorder = createOutputRecorder();
  const ask = asker(() => app, recorder);
  const context = await browser.newContext({ baseURL: app.origin });
  const page = await context.newPage();
  waitForHydrationAfterNavigation(page);
  await recorder.watch(page);
  const look = async () => recorder.add(...(await readPageContents(page)));
  const visit = async (address: string) => {
    await page.goto(address);
    await look();
  };

  // Setup: the only answer that contains the first key, for the person with the link.
  const findLink = () => /Set up Postwright with this link, once: (\S+token=(\S+))/.exec(app.output());
  // The link is printed once the app is ready, which a fast caller notices first.
  await expect.poll(findLink).not.toBeNull();
  const link = findLink();
  const token = seeded("the setup token", link?.[2] ?? "");
  expect(token.value.length).toBeGreaterThan(32);
  await page.goto(link?.[1] ?? "");
  await page.getByLabel("Organization").fill("Quiet House");
  await page.getByLabel("Your name").fill("Ada Quiet");
  await page.getByLabel("E-mail").fill(need(personal.emails, "an e-mail address 1"));
  await page.getByRole("button", { name: /create/i }).click();
  await page.getByRole("button", { name: /skip/i }).click();
  const key = seeded("the first key", (await page.getByText(/^pw_[A-Za-z0-9]{32,}$/).textContent()) ?? "");
  await recorder.settle();
  const sessions = (await context.cookies()).filter((cookie) => cookie.name.includes("session"));
  expect(sessions.every((cookie) => cookie.httpOnly)).toBe(true);
  const cookies = sessions.map((cookie) => seeded("the session cookie", cookie.value));
  const seeds = [...settings, token, key, ...cookies, ...Object.values(wrong).flat()];
  expect(seeds.length).toBeGreaterThanOrEqual(30);
  await page.goto("about:blank");

  // Everything a member does.
  await publishAtOnce({ origin: app.origin, key: key.value });
  await publish(page, need(personal.texts, "a post's text 1"), need(personal.files, "a file's name 1"));
  await expect(page.getByRole("heading", { name: "Published on 3 channels" })).toBeVisible({ timeout: 20_000 });
  await look();
  await page.goto("/compose");
  await page.getByLabel("Text", { exact: true }).fill(need(personal.emails, "an e-mail address 2"));
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await look();
  for (const address of ["/posts", "/posts?status=failed", "/leaderboard", "/profile", "/docs"]) await visit(address);
  for (const address of ["/practice/practice_x", "/nothing/here", "/posts/unknown", "/posts/%FF"]) await visit(address);
  await visit("/posts");
  await page.getByRole("table").getByRole("link").first().click();
  await page.waitForURL(/\/posts\/.+/);
  await page.getByRole("button", { name: "Remove from list" }).click();
  await page.waitForURL(/\/posts$/);
  await look();

  // Everything that can be refused or fail.
  await killDatabaseUnderWork(dataDir, ask, key.value);
  const refusals = await provokeRefusals(app.origin, ask, key.value);
  expect([...refusals].sort()).toEqual(expect.arrayContaining([400, 401, 403, 404, 405, 409, 413, 415, 429]));
  await ask("/v1/openapi.json");
  await visit("/profile");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(/sign-in/);
  // The page's stream learns of the ended session too, and opens sign-in once more.
  await expect(() => visit(`/sign-in?next=/posts&way=key`)).toPass();
  for (let at = 0; at < 11; at += 1) {
    await page.getByLabel(/api key/i).fill(wrong.signIn[at % wrong.signIn.length]?.value ?? "");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: /^sign in/i }).click();
    await answered;
  }
  await expect(page.getByText(/Too many invalid keys/)).toBeVisible();
  await visit("/sign-in");

  // A process beside the first one uses the same database by an address with a password.
  const database = `postgres://postwright:${password}@localhost/postwright?host=${readPostmaster(dataDir)[1]}`;
  const beside = await start({ ...common, DATA_DIR: outside, DATABASE_URL: database, SETUP_KEY: makeKey() });
  const askBeside = asker(() => beside, recorder);
  await askBeside("/v1/me", { headers: { "x-api-key": key.value } });
  await killDatabaseUnderWork(dataDir, askBeside, key.value);
  await recorder.settle();
  await context.close();
  await beside.stop();
  await app.stop();

  const setup = ["the answer to GET /setup", "the answer to POST /setup"];
  const meant = [
    `${token.name} in ${setup[0]}`,
    `${token.name} in the log`,
    `${key.name} in ${setup[1]}`,
    `the session cookie in ${setup[1]} (headers)`,
  ];
  const output = [toScannedOutput("the log", app.output()), toScannedOutput("the log", beside.output())];
  const files = [dataDir, outside].flatMap((place) => [...readFiles(place)]);
  expect(files.length).toBeGreaterThan(500);
  // The start prints the link, and its first use invalidates it.
  const found = findLeakedSecrets(seeds, [...recorder.said, ...output, ...files]);
  expect(found.filter((leak) => leak !== `${token.name} in ${setup[1]}`)).toEqual(meant.sort());
  expect(app.output().split(token.value).length - 1, "how often the setup link is told").toBe(1);
  expect(findLeakedSecrets(Object.values(personal).flat(), output), "private words in the log").toEqual([]);
});
