/** One thing the palette can lead to or do. */
export type PaletteCommand = {
  /** The same thing has the same id on every visit: recent choices are kept by it. */
  id: string;
  group: CommandGroup;
  label: string;
  /** What it is found by besides its label. */
  words?: string;
  /** A path of this app; else `act` says what is done. */
  href?: string;
  act?: string;
  /** A key that does the same, as `Kbd` takes it. */
  keys?: string;
  /** A few quiet words at the right. */
  note?: string;
};

export const commandGroups = ["Recent", "Go to", "Do", "Calendar", "Channels", "Posts"] as const;
export type CommandGroup = (typeof commandGroups)[number];

const recentMax = 5;

/**
 * How well an entry fits what was typed, higher is better; 0 when it does not. Every word has to begin a word of the label
 * or of what it is found by besides.
 */
export function scoreCommand(entry: PaletteCommand, typed: string): number {
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (asked.length === 0) return 1;
  const label = entry.label.toLowerCase();
  const own = label.split(/[\s·@/…-]+/);
  const other = (entry.words ?? "").toLowerCase().split(/\s+/);
  let score = label.startsWith(asked.join(" ")) ? 4 : 0;
  for (const word of asked) {
    if (own.some((one) => one.startsWith(word))) score += 2;
    else if (other.some((one) => one.startsWith(word))) score += 1;
    else return 0;
  }
  return score;
}

/**
 * What the palette shows, group by group: those that fit, the best of each first. Without words, what was chosen last comes
 * before all. Posts and months were found by the words already.
 */
export function filterCommands(
  all: readonly PaletteCommand[],
  typed: string,
  recent: readonly PaletteCommand[],
): PaletteCommand[] {
  if (typed.trim() === "") {
    const before = recent.map(
      (entry): PaletteCommand => ({ ...(all.find(({ id }) => id === entry.id) ?? entry), group: "Recent" }),
    );
    const known = new Set(before.map(({ id }) => id));
    return [...before, ...all.filter(({ id }) => !known.has(id))];
  }
  return commandGroups.flatMap((group) =>
    all
      .filter((entry) => entry.group === group)
      .map((entry) => ({ entry, score: group === "Posts" || group === "Calendar" ? 1 : scoreCommand(entry, typed) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry),
  );
}

/** The recent choices after one more. What only does something now, such as signing out, is not worth a line. */
export function addRecentCommand(recent: readonly PaletteCommand[], chosen: PaletteCommand): PaletteCommand[] {
  if (chosen.href === undefined) return [...recent];
  const { id, group, label, href } = chosen;
  const kept = { id, group: group === "Recent" ? "Go to" : group, label, href } as const;
  return [kept, ...recent.filter((entry) => entry.id !== id)].slice(0, recentMax);
}

/** Recent choices as they were kept; anything else that stands there is none. */
export function parseRecentCommands(kept: string | null): PaletteCommand[] {
  try {
    const read: unknown = JSON.parse(kept ?? "[]");
    return Array.isArray(read) ? read.filter(isStoredCommand).slice(0, recentMax) : [];
  } catch {
    return [];
  }
}

function isStoredCommand(entry: unknown): entry is PaletteCommand {
  if (typeof entry !== "object" || entry === null) return false;
  const { id, label, href, group } = entry as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof label === "string" &&
    typeof href === "string" &&
    /^\/(?!\/)/.test(href) &&
    (commandGroups as readonly unknown[]).includes(group)
  );
}
