import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page, Response } from "playwright/test";

/** An output and its place. A report names the place of a secret, never the bytes. */
export type ScannedOutput = { place: string; bytes: Buffer };
/** A value that must not appear in any output, and its name in a report. */
export type KnownSecret = { name: string; value: string };

export const toScannedOutput = (place: string, words: string | Buffer): ScannedOutput => ({
  place,
  bytes: Buffer.from(words as string),
});

/** Returns the forms of a value in pages, addresses, headers and files, without the end of its base64 forms. */
function formsOf(value: string): Buffer[] {
  if (value.length < 8) throw new Error(`"${value}" is too short to be looked for.`);
  const html = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const forms = new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]);
  forms.add(html).add(html.replaceAll('"', "&quot;"));
  for (const lead of ["", "-", "--"]) {
    const whole = Buffer.from(lead + value);
    // Neighbouring bits change the first and the last base64 characters: only those between are certain.
    const from = lead === "" ? 0 : 4;
    forms.add(whole.toString("base64url").slice(from, -4)).add(whole.toString("base64").slice(from, -6));
  }
  forms.add(Buffer.from(value).toString("hex"));
  return [...forms].filter((form) => form.length >= 8).map((form) => Buffer.from(form));
}

/** Returns every secret found in an output, as `name in place`. Empty is good. */
export function findLeakedSecrets(seeds: readonly KnownSecret[], said: Iterable<ScannedOutput>): string[] {
  const looked = seeds.map((seed) => ({ name: seed.name, forms: formsOf(seed.value) }));
  const found = new Set<string>();
  for (const { place, bytes } of said) {
    for (const { name, forms } of looked) {
      if (forms.some((form) => bytes.includes(form))) found.add(`${name} in ${place}`);
    }
  }
  return [...found].sort();
}

/** Reads every file below a folder. Sockets and the like, and files that vanish during the read, are skipped. */
export function* readFiles(folder: string): Generator<ScannedOutput> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    yield { place: `the file ${path.relative(folder, file)}`, bytes: readFileSync(file) };
    yield toScannedOutput("the name of a file", file);
  }
}

/** Creates a recorder for every answer that the pages of a browser receive, whole, and for their console output. */
export function createOutputRecorder() {
  const said: ScannedOutput[] = [];
  const pending = new Set<Promise<void>>();
  const note = async (response: Response) => {
    const place = `the answer to ${response.request().method()} ${new URL(response.url()).pathname}`;
    said.push(toScannedOutput(`${place} (headers)`, JSON.stringify(await response.headersArray())));
    // A redirect has no body, and the body of an answer that a navigation aborted is gone: neither reached the page.
    const body = await response.body().catch(() => null);
    if (body) said.push({ place, bytes: body });
  };
  return {
    said,
    async watch(page: Page): Promise<void> {
      // The browser discards the body of an action's answer once the page has read it, so it is read in transit.
      await page.route("**", async (route) => {
        const request = route.request();
        if (request.method() !== "POST") return route.fallback();
        const response = await route.fetch({ maxRedirects: 0 });
        const place = `the answer to POST ${new URL(request.url()).pathname}`;
        said.push({ place, bytes: await response.body() });
        said.push(toScannedOutput(`${place} (headers)`, JSON.stringify(response.headersArray())));
        return route.fulfill({ response });
      });
      page.on("response", (response) => {
        const noted = note(response)
          .catch(() => undefined)
          .finally(() => pending.delete(noted));
        pending.add(noted);
      });
      page.on("console", (message) => said.push(toScannedOutput("the browser's console", message.text())));
    },
    /** Waits until the bodies of all answers so far have arrived. */
    async settle(): Promise<void> {
      await Promise.all(pending);
    },
    add: (...more: ScannedOutput[]) => void said.push(...more),
  };
}

/**
 * Returns everything that scripts of this page could read: its document, its address, and the storage of its origin.
 */
export async function readPageContents(page: Page): Promise<ScannedOutput[]> {
  const told = await page.evaluate(async () => {
    const stored: Record<string, unknown> = {};
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of database.objectStoreNames) {
        const asked = database.transaction(store).objectStore(store).getAll();
        stored[`${name}/${store}`] = await new Promise((resolve, reject) => {
          asked.onsuccess = () => resolve(asked.result);
          asked.onerror = () => reject(asked.error);
        });
      }
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) cached.push(request.url, await (await fetch(request)).text());
    }
    return {
      document: document.documentElement.outerHTML,
      "the fields": [...document.querySelectorAll("input, textarea")].map((field) => (field as HTMLInputElement).value),
      "its address": [location.href, history.state, window.name],
      cookies: document.cookie,
      localStorage: { ...localStorage },
      sessionStorage: { ...sessionStorage },
      IndexedDB: stored,
      caches: cached,
    };
  });
  const at = new URL(page.url()).pathname;
  return Object.entries(told).map(([what, value]) =>
    toScannedOutput(`${what} of ${at}`, typeof value === "string" ? value : JSON.stringify(value)),
  );
}
