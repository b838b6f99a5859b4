import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const source = readFileSync(path.join(import.meta.dirname, "../../public/worker.js"), "utf8");

/** Returns true if the site's service worker answers the request of a static file. */
function answersFile(destination: string): boolean {
  let isAnswered = false;
  const heard = new Map<string, (event: object) => void>();
  const self = {
    navigator: { userAgent: "" },
    location: { origin: "https://postwright.example" },
    addEventListener: (name: string, hear: (event: object) => void) => heard.set(name, hear),
  };
  runInNewContext(source, { self, URL, caches: { match: async () => undefined }, fetch: async () => undefined });
  const request = { url: "https://postwright.example/_next/static/chunks/a.js#params=[]", method: "GET", destination };
  heard.get("fetch")?.({
    request,
    waitUntil: () => undefined,
    respondWith: (answer: Promise<unknown>) => {
      isAnswered = true;
      answer.catch(() => undefined);
    },
  });
  return isAnswered;
}

test("the script of a web worker comes from the network, and other scripts from the storage", () => {
  expect([answersFile("worker"), answersFile("script")]).toEqual([false, true]);
});

/** Returns what the site's service worker does about navigation preload in a browser of this name, once active. */
async function preloadIn(userAgent: string): Promise<string[]> {
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  const heard = new Map<string, (event: object) => void>();
  const self = {
    navigator: { userAgent },
    registration: { navigationPreload: { enable: note("enable"), disable: note("disable") } },
    clients: { claim: async () => undefined },
    addEventListener: (name: string, hear: (event: object) => void) => heard.set(name, hear),
  };
  runInNewContext(source, { self });
  let until: Promise<unknown> = Promise.resolve();
  heard.get("activate")?.({ waitUntil: (work: Promise<unknown>) => (until = work) });
  await until;
  return done;
}

test("navigation preload is off in Firefox, so the composer opens there without a network", async () => {
  expect(await preloadIn("Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0")).toEqual([
    "disable",
  ]);
  expect(await preloadIn("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36")).toEqual([
    "enable",
  ]);
});
