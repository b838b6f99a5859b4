import { countText, type TextCount, type TextRules } from "./count-text.ts";

type Size = Pick<TextCount, "count" | "bytes">;
type Sizes = Map<string, Size>;

/** Most lines in the cache `now` of a counting method. The previous `now` stays as `before` until it is full again. */
const mostLines = 1_000;
/** Counting a line this short costs no more than a cache lookup. */
const shortLine = 16;

/**
 * Creates a counter with the results of `countText` that caches each line: after an edit of one word it counts only
 * that line. This works because a line end counts 1 everywhere and nothing with a special count (link, mention, emoji,
 * composition) crosses a line end.
 */
export function createCachedTextCounter(): (text: string, rules: TextRules) => TextCount {
  const byCounting = new Map<string, { now: Sizes; before: Sizes }>();

  /** Measures a line that follows another one: at the very beginning of a text X finds links by different rules. */
  function sizeBehind(line: string, rules: TextRules): Size {
    const { count, bytes } = countText(`\n${line}`, rules);
    return { count: count - 1, bytes: bytes - 1 };
  }

  function sizeOf(line: string, at: number, rules: TextRules): Size {
    if (at === 0 && line.length <= shortLine) return countText(line, rules);
    if (line.length <= shortLine) return sizeBehind(line, rules);
    const way = `${rules.counting} ${rules.urlLength}`;
    const kept = byCounting.get(way) ?? { now: new Map(), before: new Map() };
    byCounting.set(way, kept);
    // The key is a copy of the line: a slice would keep the whole text in memory.
    const key = `${at === 0 ? "\r" : "\n"}${line}`;
    const there = kept.now.get(key);
    if (there) return there;
    const { count, bytes } = kept.before.get(key) ?? (at === 0 ? countText(line, rules) : sizeBehind(line, rules));
    if (kept.now.size >= mostLines) Object.assign(kept, { now: new Map(), before: kept.now });
    kept.now.set(key, { count, bytes });
    return { count, bytes };
  }

  return (text, rules) => {
    // Some platforms count CRLF as one character, so such a text is counted whole.
    if (text.includes("\r")) return countText(text, rules);
    const lines = text.split("\n");
    const ends = lines.length - 1;
    let [count, bytes] = [ends, ends];
    for (const [at, line] of lines.entries()) {
      const size = sizeOf(line, at, rules);
      count += size.count;
      bytes += size.bytes;
    }
    const { limit, byteLimit } = rules;
    const over = count - limit;
    return { count, bytes, limit, over, isOver: over > 0 || (byteLimit !== null && bytes > byteLimit) };
  };
}
