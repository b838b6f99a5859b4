/**
 * Names from other APIs (Buffer, Typefully, Postiz, Hootsuite and others) that are spelled too differently for a
 * comparison, by the name in this API. All names are in the form that `normalizeName` returns.
 */
const foreignNames: Readonly<Record<string, readonly string[]>> = {
  scheduled_for: [
    ...["publishat", "publishdate", "publishtime", "publishedat", "postat", "postdate", "sendat", "sendtime"],
    ...["scheduleat", "scheduledat", "scheduledate", "scheduledate", "scheduledtime", "scheduledsendtime"],
    ...["dueat", "date", "datetime", "time", "when", "at"],
  ],
  text: ["content", "body", "message", "caption", "commentary", "description", "value"],
  thread: ["posts", "tweets", "parts", "items", "comments", "threadparts"],
  channels: [
    ...["accounts", "accountids", "socialaccounts", "socialsetid", "socialsetids", "profiles", "profileids"],
    ...["integration", "integrations", "integrationids", "platforms", "networks", "to"],
  ],
  media: [
    "images",
    "imageids",
    "image",
    "photos",
    "pictures",
    "attachments",
    "assets",
    "files",
    "mediaurls",
    "uploads",
  ],
  draft: ["saveasdraft", "asdraft"],
  limit: ["pagesize", "perpage", "take", "count", "first", "size", "maxresults"],
  offset: ["skip", "start", "startindex"],
  q: ["query", "search", "text"],
  status: ["state", "statuses", "filter"],
  state: ["status"],
  from: ["since", "start", "startdate", "after", "startat"],
  to: ["until", "end", "enddate", "before", "endat"],
};

/** Normalizes spelling: `is_draft`, `isDraft` and `IsDraft[]` are equal. */
function normalizeName(name: string): string {
  return name
    .replace(/\[\d*\]$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/**
 * Removes parts without meaning: `is_draft` becomes `draft`, `media_ids` becomes `media`, `channel_id` becomes
 * `channel`.
 */
function stemName(name: string): string {
  return name
    .replace(/^(is|has)(?=.{3})/, "")
    .replace(/(?<=.{3})ids?$/, "")
    .replace(/(?<=.{3})s$/, "");
}

/**
 * Returns the number of letters that are inserted, removed, changed or swapped with a neighbour between two short
 * words.
 */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let at = 1; at <= other.length; at += 1) {
      const change = cell(row - 1, at - 1) + (one[row - 1] === other[at - 1] ? 0 : 1);
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const swap = isSwap ? cell(row - 2, at - 2) + 1 : change;
      rows[row]?.push(Math.min(change, swap, cell(row - 1, at) + 1, cell(row, at - 1) + 1));
    }
  }
  return cell(one.length, other.length);
}

/** Longer words are not misspelled names, and comparing them costs time. */
const longest = 60;

/** Returns the known name that an unknown name most likely means; null when no name is near. */
export function findNearestName(unknown: string, known: readonly string[]): string | null {
  const written = normalizeName(unknown.slice(0, longest));
  if (written === "") return null;
  const same =
    known.find((name) => normalizeName(name) === written) ??
    known.find((name) => stemName(normalizeName(name)) === stemName(written));
  if (same !== undefined) return same;
  const foreign = known.find((name) => foreignNames[name]?.includes(written));
  if (foreign !== undefined) return foreign;
  let best: { name: string; off: number } | null = null;
  for (const name of known) {
    const off = editDistance(stemName(written), stemName(normalizeName(name)));
    // A third of the letters may differ; in a word of two or three letters, one.
    const allowed = Math.max(1, Math.floor(Math.max(written.length, normalizeName(name).length) / 3));
    if (off <= allowed && (best === null || off < best.off)) best = { name, off };
  }
  return best?.name ?? null;
}
