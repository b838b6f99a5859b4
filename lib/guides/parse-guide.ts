import { Lexer, lexer, type Token, type Tokens } from "marked";

/** A heading that links can name. */
export type GuideSection = { id: string; title: string; depth: number };

export type ParsedGuide = {
  /** The file's first heading. */
  title: string;
  /** The blocks after it. Each heading's token has its id in `sectionIds`. */
  tokens: readonly Token[];
  sections: readonly GuideSection[];
  sectionIds: ReadonlyMap<Token, string>;
};

/** Parses Markdown. HTML in it stays text: nothing here is written into a page unescaped. */
export function parseGuide(markdown: string): ParsedGuide {
  const all = lexer(markdown).filter(({ type }) => type !== "space" && type !== "def");
  const [first] = all;
  const hasTitle = first?.type === "heading" && first["depth"] === 1;
  const tokens = hasTitle ? all.slice(1) : all;
  const sectionIds = new Map<Token, string>();
  const used = new Set<string>();
  const sections = tokens.flatMap((token) => {
    if (token.type !== "heading") return [];
    const title = toPlainText((token as Tokens.Heading).tokens);
    const id = toUniqueId(toAnchorId(title), used);
    sectionIds.set(token, id);
    return [{ id, title, depth: (token as Tokens.Heading).depth }];
  });
  return { title: hasTitle ? toPlainText((first as Tokens.Heading).tokens) : "", tokens, sections, sectionIds };
}

/** Parses one line: code, emphasis and links. */
export const parseInline = (line: string): readonly Token[] => Lexer.lexInline(line);

/** Converts a heading to a fragment name as GitHub does, so that a link works in the repository and on the page. */
export function toAnchorId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

function toUniqueId(id: string, used: Set<string>): string {
  let unique = id;
  for (let at = 1; used.has(unique); at += 1) unique = `${id}-${at}`;
  used.add(unique);
  return unique;
}

/** Returns the text of tokens without their marks. */
export function toPlainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(readToken).join("");
}

function readToken(token: Token): string {
  if (token.type === "list") return (token as Tokens.List).items.map((item) => toPlainText(item.tokens)).join(" ");
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map((cell) => toPlainText(cell.tokens)).join(" ")).join(" ");
  }
  if (token.type === "br") return " ";
  if ("tokens" in token && token.tokens) return toPlainText(token.tokens);
  return "text" in token ? token.text : "";
}
