/**
 * Judges what a run has left behind: what the author was told, against what stands on each platform and in the database.
 * Pure, and a stranger to the service: it knows posts by words that stand in no other.
 */

/** `maybe`: the answer was lost, so either may be so. */
export type Certainty = "yes" | "maybe" | "no";

/** One text of a post: a word of its own for each part, in order. */
export type PostVersion = { words: readonly string[]; told: Certainty };

/** What the author knows of one post. */
export type AcknowledgedPost = {
  postId: string;
  channelId: string;
  /** The first text, then those of its edits; `no` for an edit that was refused. */
  versions: PostVersion[];
  images: number;
  canceled: Certainty;
  deleted: Certainty;
  /** A member said that it shall be sent again, whatever stands there: what stands there twice then is their word. */
  sendAgain: boolean;
};

/** `remoteId` and `replyTo` as the platform names them; oldest first. */
export type PlatformItem = { remoteId: string; text: string; replyTo: string | null; images: number };

export type StoredPost = {
  id: string;
  channelId: string;
  status: string;
  text: string;
  error: string | null;
  cause: string | null;
  isDeleted: boolean;
  /** Nothing is to be done with it before. */
  isFarAhead: boolean;
  /** Its author has an entry of its failure. */
  isTold: boolean;
  planned: readonly { number: number; text: string; state: string; remoteId: string | null; resends: number }[];
};

export type CheckedChannel = {
  id: string;
  /** As the table names it. */
  name: string;
  /** Whether its platform shows us what stands there. */
  canLook: boolean;
  items: readonly PlatformItem[];
};

export type ObservedState = { channels: readonly CheckedChannel[]; rows: readonly StoredPost[] };

export const anomalyKinds = ["lost", "doubled", "misordered", "silent", "untrue", "stuck"] as const;
export type AnomalyKind = (typeof anomalyKinds)[number];
export type Anomaly = { kind: AnomalyKind; channel: string; postId: string | null; what: string };

export const postOutcomes = ["published", "unconfirmed", "refused", "absent", "ahead", "asked"] as const;
export type PostOutcome = (typeof postOutcomes)[number];

export type Verdict = {
  /** By name of the channel, in the order given. */
  channels: { name: string; acknowledged: number; ends: Record<PostOutcome, number>; items: number }[];
  faults: Anomaly[];
};

/** How words are recognised in whatever a platform makes of a text. */
export const markerPattern = /\bzq[0-9a-z]+qz\b/g;

const findMarkers = (text: string): string[] => text.match(markerPattern) ?? [];

export function computeVerdict(promised: readonly AcknowledgedPost[], world: ObservedState): Verdict {
  const faults: Anomaly[] = [];
  const rows = new Map(world.rows.map((row) => [row.id, row]));
  const channels = world.channels.map((channel) => {
    const mine = promised.filter(({ channelId }) => channelId === channel.id);
    const ends: Record<PostOutcome, number> = {
      published: 0,
      unconfirmed: 0,
      refused: 0,
      absent: 0,
      ahead: 0,
      asked: 0,
    };
    const standing = findWords(channel.items);
    for (const one of mine) {
      const fault = (kind: AnomalyKind, what: string) =>
        void faults.push({ kind, channel: channel.name, postId: one.postId, what });
      const ending = judge(one, { row: rows.get(one.postId), channel, standing, fault });
      if (ending !== null) ends[ending] += 1;
    }
    const known = new Set(mine.flatMap(({ versions }) => versions.flatMap(({ words }) => words)));
    for (const [word, items] of standing) {
      if (known.has(word)) continue;
      const what = `${word} is on the platform ${items.length} times, but no acknowledged post has it`;
      faults.push({ kind: "doubled", channel: channel.name, postId: null, what });
    }
    return { name: channel.name, acknowledged: mine.length, ends, items: channel.items.length };
  });
  const asked = new Set(promised.map(({ postId }) => postId));
  for (const row of world.rows) {
    if (asked.has(row.id)) continue;
    const name = world.channels.find(({ id }) => id === row.channelId)?.name ?? row.channelId;
    faults.push({
      kind: "doubled",
      channel: name,
      postId: row.id,
      what: "its creation was never acknowledged to the author",
    });
  }
  return { channels, faults };
}

function findWords(items: readonly PlatformItem[]): Map<string, PlatformItem[]> {
  const found = new Map<string, PlatformItem[]>();
  for (const item of items) {
    for (const word of findMarkers(item.text)) found.set(word, [...(found.get(word) ?? []), item]);
  }
  return found;
}

type JudgeContext = {
  row: StoredPost | undefined;
  channel: CheckedChannel;
  standing: ReadonlyMap<string, PlatformItem[]>;
  fault: (kind: AnomalyKind, what: string) => void;
};

function judge(one: AcknowledgedPost, at: JudgeContext): PostOutcome | null {
  const { row, standing, fault } = at;
  if (!row) {
    fault("lost", "the database does not have this post");
    return null;
  }
  const version = textOf(one, row, fault);
  if (!version) return null;
  countThem(one, version, at);
  const there = version.words.filter((word) => standing.has(word));
  if (one.deleted === "yes" && !row.isDeleted) fault("lost", "its deletion was acknowledged, but it is not deleted");
  if (one.canceled === "yes" && row.status !== "canceled") {
    fault("lost", `it was acknowledged as canceled, but is ${row.status}`);
  }
  switch (row.status) {
    case "published":
      return published(one, version, there, at);
    case "failed":
      return failed(row, there, at);
    case "canceled":
    case "draft":
      if (there.length > 0) fault("untrue", `it is ${row.status}, but is on the platform`);
      return "absent";
    default:
      return open(row, there, at);
  }
}

/** The text that the database has, which has to be one that was acknowledged last, or may have been. */
function textOf(one: AcknowledgedPost, row: StoredPost, fault: JudgeContext["fault"]): PostVersion | null {
  const words = findMarkers(row.text).join();
  const version = one.versions.find((each) => each.words.join() === words);
  const last = one.versions.findLastIndex(({ told }) => told === "yes");
  if (version && version.told !== "no" && one.versions.indexOf(version) >= last) return version;
  const what = version?.told === "no" ? "a refused edit" : version ? "a text from before an acknowledged edit" : words;
  fault("lost", `its text is not the acknowledged one, but ${what || "none"}`);
  return null;
}

/** Nothing stands there twice, and nothing of another text of the same post. */
function countThem(one: AcknowledgedPost, version: PostVersion, { standing, fault }: JudgeContext): void {
  for (const word of version.words) {
    const times = standing.get(word)?.length ?? 0;
    if (times > 1 && !one.sendAgain) fault("doubled", `${word} stands there ${times} times`);
  }
  for (const other of one.versions) {
    if (other === version) continue;
    const stale = other.words.filter((word) => !version.words.includes(word) && standing.has(word));
    if (stale.length > 0 && !one.sendAgain)
      fault("untrue", `${stale.join()} of another version of its text is on the platform`);
  }
}

function published(
  one: AcknowledgedPost,
  version: PostVersion,
  there: readonly string[],
  at: JudgeContext,
): PostOutcome {
  const { row, standing, channel, fault } = at;
  const missing = version.words.filter((word) => !there.includes(word));
  if (missing.length > 0) fault("lost", `it is published, but ${missing.join()} is not on the platform`);
  else {
    if (!one.sendAgain) order(version.words, at);
    const first = standing.get(version.words[0] ?? "")?.[0];
    if (first && first.images < one.images) {
      fault("lost", `it has ${one.images} images, but ${first.images} on the platform`);
    }
  }
  for (const part of row?.planned ?? []) {
    const item = channel.items.find(({ remoteId }) => remoteId === part.remoteId);
    if (item && findMarkers(part.text).some((word) => !findMarkers(item.text).includes(word))) {
      fault("untrue", `its part ${part.number} is stored as ${part.remoteId}, which is another item`);
    }
  }
  return one.sendAgain ? "asked" : "published";
}

/** Each part answers the one before it, or follows it in the same item. */
function order(words: readonly string[], { standing, fault }: JudgeContext): void {
  const places = words.flatMap((word) => {
    const item = standing.get(word)?.[0];
    return item ? [{ word, item, place: item.text.indexOf(word) }] : [];
  });
  for (const [at, { word, item, place }] of places.entries()) {
    const before = places[at - 1];
    if (!before) {
      if (item.replyTo !== null) fault("misordered", `${word}, the first, answers ${item.replyTo}`);
    } else if (before.item === item) {
      if (place < before.place) fault("misordered", `${word} is before the part that precedes it`);
    } else if (item.replyTo !== before.item.remoteId) {
      fault("misordered", `${word} answers ${item.replyTo}, and not ${before.item.remoteId}`);
    }
  }
}

function failed(row: StoredPost, there: readonly string[], { channel, fault }: JudgeContext): PostOutcome {
  if (!/^[A-Z0-9].*[.!?]$/su.test(row.error ?? ""))
    fault("silent", `it failed without a complete sentence: ${row.error}`);
  if (!row.isTold && !row.isDeleted) fault("silent", "it failed, but its author's inbox has no entry for it");
  const sent = new Set(row.planned.filter(({ state }) => state === "sent").flatMap(({ text }) => findMarkers(text)));
  const gone = [...sent].filter((word) => !there.includes(word));
  if (gone.length > 0) fault("lost", `${gone.join()} is reported as published, but is not on the platform`);
  const isUnconfirmed = row.cause === "unconfirmed";
  const unsure = row.planned.find(({ state }) => state === "unknown");
  // Refused when it was sent again: the author is told that what became of the first send is not known.
  const again = /Whether the first send of .+ is not known/.test(row.error ?? "")
    ? row.planned.find(({ resends }) => resends > 0)
    : null;
  const allowed = new Set(findMarkers((isUnconfirmed ? unsure : again)?.text ?? ""));
  const unsaid = there.filter((word) => !sent.has(word) && !allowed.has(word));
  if (unsaid.length > 0) fault("untrue", `${unsaid.join()} is on the platform, but its author was told that it is not`);
  if (!isUnconfirmed) return "refused";
  // Where we may look, only what was looked for, sent once more and looked for again is beyond knowing.
  if (channel.canLook && (unsure?.resends ?? 0) === 0) {
    fault("untrue", "it is unconfirmed on a platform that shows its posts");
  }
  return "unconfirmed";
}

function open(row: StoredPost, there: readonly string[], { fault }: JudgeContext): PostOutcome | null {
  if (row.isDeleted || row.isFarAhead) {
    if (there.length > 0)
      fault("untrue", `it is ${row.status}${row.isDeleted ? " and deleted" : ""}, but is on the platform`);
    return row.isDeleted ? "absent" : "ahead";
  }
  fault("stuck", `it is still ${row.status}`);
  return null;
}

/** Ways in which a run itself shows too little to be believed. */
export function findInsufficientCoverage(verdict: Verdict): string[] {
  return verdict.channels.flatMap(({ name, acknowledged, ends, items }) => {
    if (acknowledged === 0) return [`${name}: no post was acknowledged`];
    return ends.published > 0 && items === 0 ? [`${name}: no published post was observed`] : [];
  });
}
