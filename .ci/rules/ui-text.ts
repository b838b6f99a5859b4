import type { Token, Tokens } from "marked";
import { parseSync } from "oxc-parser";
import { parseGuide, toPlainText } from "#lib/guides/parse-guide.ts";
import type { SourceTree } from "./source-tree.ts";

/** One text that people may read: the text of JSX, or a string with a space. */
export type UiText = { path: string; text: string };

/** Files whose strings reach people: screens, the sentences of the contract, the service's refusals, and the command's output. */
const isShown = (file: string) =>
  /^(app|components|lib\/(contract|gateway|actions|queries|time|guides|service|client|mcp|server)|packages\/(cli|client)\/src)\//.test(
    file,
  ) && !/(^|\/)(testing|examples|migrations)\/|\.test\.tsx?$/.test(file);

/** Words that are not shown to people, each with the word to write instead. */
export const avoidedPhrases: ReadonlyMap<RegExp, string> = new Map([
  [/\bstands?\b|\bstanding\b/i, "is, appears, live, rank"],
  [/\btold\b/i, "shown, notified, says"],
  [/\b(go|goes|going|went) out\b/i, "is published, is sent"],
  [/\b(a|the|no|by|this) letters?\b(?! shortcut)/i, "e-mail"],
  [/\bmend(s|ed|ing)?\b/i, "fix, resolve"],
  [/\banew\b/i, "again, new"],
  [/\bof what\b|\bof which\b|\bwhereof\b/i, "name the thing"],
  [/\bwhoever\b|\bwhosoever\b/i, "anyone"],
  [/\bcall(s|ed|ing)? off\b/i, "cancel"],
  [/\bown words\b|\bcommon text\b/i, "custom text, shared text"],
  [/\bon its way\b/i, "publishing, pending"],
  [/\bso long as\b|\bas yet\b|\bin the meantime\b/i, "while, yet, meanwhile"],
  [/\blets? (nobody|no one|somebody) in\b|\bways? in\b/i, "sign-in method"],
  [/\bnotices\b/i, "notifications"],
  [/\beverybody\b/i, "everyone"],
  [/(?<!\bthere )\b(is|are|was) no (?!longer\b)\w/i, "isn't a"],
  [/\p{L}’\p{L}/u, "a straight apostrophe"],
  // People who use a server can't read its repository.
  [/\b(docs|packages)\/[\w/-]+\.md\b|\b[A-Z]{4,}\.md\b/, "a link to the guide's address"],
]);

/** Reads every text that people may see. Comments, imports and class names are no texts. */
export function readUiTexts(tree: SourceTree): UiText[] {
  const found: UiText[] = [];
  for (const file of tree.values()) {
    if (!isShown(file.path)) continue;
    visit(parseSync(file.path, file.text).program, (text) => found.push({ path: file.path, text }));
  }
  return found;
}

function visit(node: unknown, add: (text: string) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, add);
  if (typeof node !== "object" || node === null || !("type" in node)) return;
  const { type, value, name, source } = node as Record<string, unknown>;
  if (type === "JSXText" && typeof value === "string") addText(value, add);
  if (type === "Literal" && typeof value === "string" && value.includes(" ")) addText(value, add);
  if (type === "TemplateElement") addText((value as { cooked?: string }).cooked ?? "", add);
  if (type === "TaggedTemplateExpression") return;
  if (type === "JSXAttribute" && (name as { name?: string }).name === "className") return;
  for (const child of Object.values(node)) if (child !== source) visit(child, add);
}

function addText(raw: string, add: (text: string) => void): void {
  const text = raw.replace(/\s+/g, " ").trim();
  if (/\p{L}{2}.* |^\p{L}+$/u.test(text)) add(text);
}

/** Reads the paragraphs, list items and cells of a guide. Its code is no text. */
export function readGuideTexts(path: string, markdown: string): UiText[] {
  const { title, tokens } = parseGuide(markdown);
  return [title, ...tokens.flatMap(readBlock)].map((text) => ({ path, text: text.replace(/\s+/g, " ").trim() }));
}

function readBlock(token: Token): string[] {
  if (token.type === "code") return [];
  if (token.type === "list") return (token as Tokens.List).items.flatMap(({ tokens }) => tokens.flatMap(readBlock));
  if (token.type === "blockquote") return (token as Tokens.Blockquote).tokens.flatMap(readBlock);
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().map((cell) => toPlainText(cell.tokens));
  }
  return [toPlainText([token])];
}

/** Finds texts with an avoided phrase, as `file: text (write …)`. SQL statements are no texts. */
export function findAvoidedPhrases(texts: readonly UiText[]): string[] {
  return texts.flatMap(({ path, text }) => {
    if (
      /\b(select|insert into|update|delete from)\b.*\b(from|set|values|where)\b|\breturning\b|\bjoin \w+ \w on\b/.test(
        text,
      )
    )
      return [];
    const hit = [...avoidedPhrases].find(([phrase]) => phrase.test(text));
    return hit ? [`${path}: ${text.slice(0, 120)} (write ${hit[1]})`] : [];
  });
}
