import { toSearchText } from "#lib/text/search-text.ts";

/** A command of the palette: a link or an action. */
export type PaletteCommand = {
  /** The id is stable across visits: recent commands are stored by it. */
  id: string;
  group: CommandGroupName;
  label: string;
  /** Search keywords besides the label. */
  words?: string;
  /** A path of this app; without it, `act` names the action. */
  href?: string;
  act?: string;
  /** Shortcut of the same command, in `Kbd` syntax. */
  keys?: string;
  /** A short note at the right. */
  note?: string;
};

export const commandGroups = ["Recent", "Go to", "Do", "Calendar", "Channels", "Drafts", "Posts"] as const;
export type CommandGroupName = (typeof commandGroups)[number];

/** Groups whose entries were found by the typed text. */
const foundGroups: ReadonlySet<CommandGroupName> = new Set(["Calendar", "Drafts", "Posts"]);

const recentMax = 5;

/**
 * Scores how well a command matches the typed text, higher is better; 0 for no match. Every typed word must begin a
 * word of the label or of the keywords.
 */
export function scoreCommand(entry: PaletteCommand, typed: string): number {
  const asked = toSearchText(typed).split(/\s+/).filter(Boolean);
  if (asked.length === 0) return 1;
  const label = toSearchText(entry.label);
  const own = label.split(/[\s·@/…-]+/);
  const other = toSearchText(entry.words ?? "").split(/\s+/);
  let score = label.startsWith(asked.join(" ")) ? 4 : 0;
  for (const word of asked) {
    if (own.some((one) => one.startsWith(word))) score += 2;
    else if (other.some((one) => one.startsWith(word))) score += 1;
    else return 0;
  }
  return score;
}

/**
 * Returns the commands to show, by group: matches only, the best of each group first. Without text, recent commands
 * come first. Drafts, posts and months already match the text.
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
      .map((entry) => ({ entry, score: foundGroups.has(group) ? 1 : scoreCommand(entry, typed) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry),
  );
}

/** Adds a command to the recent ones. A command without a link, such as signing out, is not added. */
export function addRecentCommand(recent: readonly PaletteCommand[], chosen: PaletteCommand): PaletteCommand[] {
  if (chosen.href === undefined) return [...recent];
  const { id, group, label, href } = chosen;
  const kept = { id, group: group === "Recent" ? "Go to" : group, label, href } as const;
  return [kept, ...recent.filter((entry) => entry.id !== id)].slice(0, recentMax);
}

/** Parses stored recent commands and ignores any other stored value. */
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
