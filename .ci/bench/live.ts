import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "playwright";
import { browserArguments, ensureBrowser, noBrowserMessage } from "../../e2e/support/browser-launch.ts";
import { type E2eApp, startApp } from "../../e2e/support/start-app.ts";
import { type BenchLine, createNote, expectAtMost, percentile } from "./measurement.ts";

export const about = "from a status change to its display, beside a bare event stream";

const changes = 200;
/** Between two changes, at random: so that none waits for the read of the one before. */
const pauseMs = { least: 500, more: 300 };
const budgetMs = 2_000;

/** Marks in the page when `#seen` says a word: the clock of page and bench is the machine's own. */
type Seen = { until: (word: string) => Promise<number> };

/** The least there is: a server that sends a word, a page that shows it. */
async function openBare(page: Page): Promise<Seen & { send: (word: string) => void; close: () => void }> {
  let stream: ServerResponse | null = null;
  const opened = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.url === "/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": open\n\n");
      stream = response;
      opened.resolve();
      return;
    }
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<p id="seen"></p><script>
      new EventSource("/stream").onmessage = (event) => { document.querySelector("#seen").textContent = event.data; };
    </script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await opened.promise;
  return {
    until: (word) => seen(page, "#seen", word),
    send: (word) => stream?.write(`data: ${word}\n\n`),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Ms since 1970 at which the nearest row around `selector` held `word` and was about to be painted. */
function seen(page: Page, selector: string, word: string): Promise<number> {
  return page.evaluate(
    ([at, text]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const found = document.querySelector(at ?? "");
          const row = found?.closest("tr,[role=row]") ?? found;
          if (!row?.textContent?.includes(text ?? "")) return;
          watcher.disconnect();
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    [selector, word] as const,
  );
}

const now = () => performance.timeOrigin + performance.now();

async function call(app: E2eApp, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${app.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

async function openList(app: E2eApp, page: Page): Promise<void> {
  await page.goto(`${app.origin}/sign-in?way=key`);
  await page.getByLabel(/api key/i).fill(app.key);
  await page.getByRole("button", { name: /^sign in/i }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/events");
  await page.goto(`${app.origin}/posts`);
  await stream;
}

export async function run(say: (line: string) => void): Promise<BenchLine[]> {
  const executablePath = await ensureBrowser(say);
  if (!executablePath) throw new Error(noBrowserMessage);
  const app = await startApp({ SERVICE_URL: "", DATABASE_URL: "" });
  const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
  let bare: Awaited<ReturnType<typeof openBare>> | null = null;
  try {
    const [list, plain] = [await browser.newPage(), await browser.newPage()];
    const [channel] = (await call(app, "GET", "/channels")) as unknown as { id: string }[];
    const [post] = (await call(app, "POST", "/posts", {
      channels: [channel?.id],
      text: "Seen at once",
      draft: true,
    })) as unknown as { id: string }[];
    if (!post) throw new Error("No post was created.");
    await openList(app, list);
    bare = await openBare(plain);
    const link = `a[href="/posts/${post.id}"]`;
    const later = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const ours: number[] = [];
    const theirs: number[] = [];
    const writes: number[] = [];
    say(`${changes} status changes, one after the other, and as many bare events …`);
    for (let at = 1; at <= changes; at += 1) {
      const word = `word ${at}`;
      const shown = bare.until(word);
      const sentAt = now();
      bare.send(word);
      theirs.push((await shown) - sentAt);

      const isPlanned = at % 2 === 1;
      const status = isPlanned ? { status: "scheduled", scheduled_for: later } : { status: "draft" };
      const changed = seen(list, link, isPlanned ? "Scheduled" : "Draft");
      const askedAt = now();
      await call(app, "PATCH", `/posts/${post.id}`, { version: at, ...status });
      writes.push(now() - askedAt);
      ours.push((await changed) - askedAt);
      await pause(pauseMs.least + Math.random() * pauseMs.more);
    }
    const of = (values: number[]) =>
      `${percentile(values, 0.5).toFixed(0)} / ${percentile(values, 0.99).toFixed(0)} ms`;
    return [
      createNote("a bare stream, from write to screen, p50 / p99", of(theirs)),
      createNote("the write alone, p50 / p99", of(writes)),
      createNote("a change, from write to screen, p50", `${percentile(ours, 0.5).toFixed(0)} ms`),
      expectAtMost("a change, from write to screen, p99", percentile(ours, 0.99), budgetMs, " ms"),
      createNote("p50 against the bare stream", `${(percentile(ours, 0.5) / percentile(theirs, 0.5)).toFixed(1)}`),
    ];
  } finally {
    bare?.close();
    await browser.close();
    await app.stop();
  }
}
