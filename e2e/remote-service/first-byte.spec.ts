import { expect, signIn, test } from "../support/fixtures.ts";
import { startRemoteService } from "../support/remote-service.ts";
import { startApp } from "../support/start-app.ts";

const key = "key-of-another-form-0123456789";
const text = "Not held up by anything";
const lateMs = 5_000;
/** The description never comes. */
const always = { "/openapi.json": 60_000 };
const counts = "/posts?page_size=100&skip=0";
/** Answers for the frame of every page: the rank, and the number of failed posts. */
const aside = { "/leaderboard": lateMs, "/posts?state=failed&page_size=100&skip=0": lateMs };
/** Answers that no page is about, and a mark of each page's content. */
const pages: { path: string; mark: string; late: Record<string, number> }[] = [
  { path: "/", mark: text, late: { ...aside, "/channels": lateMs } },
  { path: "/posts", mark: text, late: { ...aside, "/channels": lateMs, [counts]: lateMs } },
  { path: "/calendar", mark: text, late: { ...aside, "/channels": lateMs } },
  { path: "/compose", mark: "<textarea", late: aside },
];

/** Measures the ms until the first byte of a page and until its content. */
async function measure(origin: string, path: string, cookie: string, mark: string) {
  // A write lets the dashboard forget what it read before.
  await fetch(`${origin}/upload`, { method: "POST", headers: { cookie, origin }, body: new FormData() });
  const startedAt = performance.now();
  const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
  let firstByteMs: number | null = null;
  let html = "";
  const decoder = new TextDecoder();
  for await (const bytes of answer.body ?? []) {
    firstByteMs ??= Math.round(performance.now() - startedAt);
    html += decoder.decode(bytes, { stream: true });
    if (html.includes(mark)) break;
  }
  expect(html).toContain(mark);
  return { firstByteMs, contentMs: Math.round(performance.now() - startedAt) };
}

test("slow and absent side answers hold no page", { tag: "@deep" }, async ({ browser }) => {
  test.setTimeout(240_000);
  const service = await startRemoteService(0, key);
  await service.behave({ late: always });
  const app = await startApp({ SERVICE_URL: service.url, SERVICE_LIST_PARAMS: "state,page_size,skip" });
  try {
    const context = await browser.newContext({ baseURL: app.origin });
    await signIn(await context.newPage(), key);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    await context.close();
    const headers = { authorization: `Bearer ${key}` };
    const body = JSON.stringify({ channels: ["conn_pigeon"], text, draft: true });
    await fetch(`${service.url}/posts`, { method: "POST", headers, body });
    for (const { path, mark, late } of pages) {
      const usual = await measure(app.origin, path, cookie, mark);
      await service.behave({ late: { ...always, ...late } });
      const slow = await measure(app.origin, path, cookie, mark);
      await service.behave({ late: always });
      const figures = `${usual.firstByteMs}/${usual.contentMs} ms, with slow side answers ${slow.firstByteMs}/${slow.contentMs} ms`;
      test.info().annotations.push({ type: `first byte/content of ${path}`, description: figures });
      // The wait for a side answer is 150 ms; the rest is room for a busy machine.
      expect.soft(slow.contentMs - usual.contentMs, `${path}: ${figures}`).toBeLessThan(700);
      expect.soft(slow.contentMs, `${path}: ${figures}`).toBeLessThan(2_000);
    }
  } finally {
    await app.stop();
    await service.stop();
  }
});
