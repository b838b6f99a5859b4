import keywords from "emojilib";
import groups from "unicode-emoji-json/data-by-group.json";

/** One emoji with its Unicode name. `takesTone` is true for people and hands, which can have a skin tone. */
export type Emoji = { emoji: string; name: string; takesTone: boolean };
export type EmojiGroup = { name: string; emojis: readonly Emoji[] };

/** Newer emoji show as boxes on systems of the last two years. */
const newestVersion = 15.1;
/** Most results; later ones are too far from the query. */
const mostFound = 63;

const keywordsByEmoji = keywords as Readonly<Record<string, readonly string[]>>;

/** All emoji in Unicode's groups and order. */
export const emojiGroups: readonly EmojiGroup[] = groups.map((group) => ({
  name: group.name,
  emojis: group.emojis
    .filter((one) => Number(one.emoji_version) <= newestVersion)
    .map((one) => ({ emoji: one.emoji, name: one.name, takesTone: one.skin_tone_support })),
}));

type SearchableEmoji = { one: Emoji; name: string; keywordsByEmoji: string };
let sought: readonly SearchableEmoji[] | null = null;

function listSought(): readonly SearchableEmoji[] {
  sought ??= emojiGroups.flatMap(({ emojis }) =>
    emojis.map((one) => ({
      one,
      name: ` ${one.name.toLowerCase()}`,
      keywordsByEmoji: ` ${(keywordsByEmoji[one.emoji] ?? []).join(" ").toLowerCase().replaceAll("_", " ")}`,
    })),
  );
  return sought;
}

/** Ranks the match of an emoji with a word; 0 is best, null is no match. */
function rank({ name, keywordsByEmoji: known }: SearchableEmoji, word: string): number | null {
  if (name.endsWith(` ${word}`) && name.length === word.length + 1) return 0;
  const isKeyword = known.includes(` ${word} `) || known.endsWith(` ${word}`);
  if (name.includes(` ${word}`)) return isKeyword ? 1 : 2;
  if (isKeyword) return 3;
  if (known.includes(` ${word}`)) return 4;
  return name.includes(word) ? 5 : null;
}

/** Finds emoji that have every word in their names or keywords, best matches first. */
export function findEmoji(query: string): Emoji[] {
  const terms = query.toLowerCase().split(/\s+/u).filter(Boolean);
  if (terms.length === 0) return [];
  const found = listSought().flatMap((sight) => {
    const ranks = terms.map((word) => rank(sight, word));
    return ranks.includes(null) ? [] : [{ one: sight.one, rank: Math.max(...ranks.map((value) => value ?? 0)) }];
  });
  // Sorting is stable, so equal matches stay in Unicode's order.
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, mostFound)
    .map(({ one }) => one);
}

/** True if the code is the emoji's name or one of its keywords: `:tada:` means 🎉. */
export function isEmojiCode({ emoji, name }: Emoji, code: string): boolean {
  return name.toLowerCase().replaceAll(" ", "_") === code || (keywordsByEmoji[emoji] ?? []).includes(code);
}

/** Returns the name of a recent emoji, or the emoji itself if it is unknown. */
export function getEmojiName(emoji: string): string {
  const bare = emoji.replace(/[\u{1f3fb}-\u{1f3ff}]/gu, "");
  const same = (one: Emoji) => one.emoji.replaceAll("\ufe0f", "") === bare.replaceAll("\ufe0f", "");
  return listSought().find(({ one }) => same(one))?.one.name ?? emoji;
}

/** Unicode's skin tones; the first means none. */
export const skinTones = [
  { tone: "", name: "No skin tone" },
  { tone: "\u{1f3fb}", name: "Light skin tone" },
  { tone: "\u{1f3fc}", name: "Medium-light skin tone" },
  { tone: "\u{1f3fd}", name: "Medium skin tone" },
  { tone: "\u{1f3fe}", name: "Medium-dark skin tone" },
  { tone: "\u{1f3ff}", name: "Dark skin tone" },
] as const;

/** Applies a skin tone to every person in an emoji. Handshakes of two people have no tone of their own. */
export function applySkinTone({ emoji, takesTone }: Emoji, tone: string): string {
  if (!takesTone || tone === "") return emoji;
  return emoji.replace(/\p{Emoji_Modifier_Base}\ufe0f?/gu, (base) =>
    base === "🤝" && emoji !== base ? base : base.replace("\ufe0f", "") + tone,
  );
}
