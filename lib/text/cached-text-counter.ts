import { countText, type TextCount, type TextRules } from "./count-text.ts";

type Size = Pick<TextCount, "count" | "bytes">;
type Sizes = Map<string, Size>;

/** Lines that are remembered of one way of counting; as many more are kept until those are full. */
const mostLines = 1_000;
/** A line this short is counted as fast as it is found again. */
const shortLine = 16;

/**
 * Counts as `countText` does, and remembers each line: of a long text in which one word was changed, only its line is counted.
 * A line end counts 1 everywhere, and nothing that platforms count apart goes over it: no link, mention, emoji or composition.
 */
export function createCachedTextCounter(): (text: string, rules: TextRules) => TextCount {
  const byCounting = new Map<string, { now: Sizes; before: Sizes }>();

  /** Of a line that stands behind another, where X finds links otherwise than at the very beginning of a text. */
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
    // A copy of its own: a slice would hold the whole text that it was cut from.
    const key = `${at === 0 ? "\r" : "\n"}${line}`;
    const there = kept.now.get(key);
    if (there) return there;
    const { count, bytes } = kept.before.get(key) ?? (at === 0 ? countText(line, rules) : sizeBehind(line, rules));
    if (kept.now.size >= mostLines) Object.assign(kept, { now: new Map(), before: kept.now });
    kept.now.set(key, { count, bytes });
    return { count, bytes };
  }

  return (text, rules) => {
    // A line end of two characters is one for some.
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
