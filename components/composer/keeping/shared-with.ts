import { sharedText } from "./asked-draft.ts";

/** What was shared with the installed app: its words as one text, and its files. */
export type Shared = { text: string; files: File[] };

/** The name that `public/worker.js` lays it down under. */
const store = "postwright-shared";

const isText = (value: unknown): value is string => typeof value === "string";

/** Takes up what lies under this id, which is then gone from there. @returns null where there is nothing to read */
export async function takeShared(id: string): Promise<Shared | null> {
  if (!("caches" in globalThis)) return null;
  const shared = await caches.open(store);
  const place = `/shared/${id}`;
  const note: unknown = await (await shared.match(place))?.json();
  if (typeof note !== "object" || note === null) return null;
  const { title, text, url, names } = note as Record<string, unknown>;
  const files: File[] = [];
  for (const [at, name] of (Array.isArray(names) ? names : []).entries()) {
    const bytes = await (await shared.match(`${place}/${at}`))?.blob();
    if (bytes) files.push(new File([bytes], isText(name) ? name : "", { type: bytes.type }));
  }
  const found = (await shared.keys()).filter((one) => new URL(one.url).pathname.startsWith(place));
  await Promise.all(found.map((one) => shared.delete(one)));
  const said = Object.entries({ title, text, url }).filter(([, words]) => isText(words));
  return { text: sharedText(Object.fromEntries(said) as Record<string, string>), files };
}
