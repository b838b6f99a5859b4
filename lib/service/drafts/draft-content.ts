import type { DraftContent } from "#lib/contract/types";
import { Refusal } from "#lib/service/refusal";
import type { Shown } from "./draft-row.ts";

const shownCharacters = 140;

/**
 * A draft holds what its author typed, blanks and wrong times included: only what can't be stored is refused.
 * @throws Refusal `invalid_request` for NUL and halves of characters, naming the part
 */
export function checkContent(content: DraftContent): void {
  for (const [at, text] of content.parts.entries()) checkText(text, `Part ${at + 1}`, `content.parts.${at}`);
  for (const [channel, parts] of Object.entries(content.own)) {
    checkText(channel, "The id of a channel", "content.own");
    for (const text of parts) checkText(text, "A channel's own text", "content.own");
  }
  const { own: _own, parts: _parts, ...rest } = content;
  for (const text of textsIn(rest)) checkText(text, "A field", "content");
}

function checkText(text: string, what: string, field: string): void {
  if (!text.isWellFormed()) {
    throw new Refusal("invalid_request", `${what} holds half a character (a lone surrogate).`, field);
  }
  if (text.includes("\0")) throw new Refusal("invalid_request", `${what} holds a NUL character.`, field);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What a list shows of it. */
export function shownOf(content: DraftContent): Shown {
  const first =
    content.parts.find((text) => text.trim() !== "") ?? Object.values(content.own).flat().find(Boolean) ?? "";
  return {
    // Never half of a character at the end.
    words: first
      .trim()
      .slice(0, shownCharacters)
      .toWellFormed()
      .replace(/\ufffd$/, ""),
    parts: Math.max(1, content.parts.findLastIndex((text) => text.trim() !== "") + 1),
    images: content.images.length,
    channels: content.channels,
    when: content.when,
    post: content.post?.id ?? null,
  };
}

/** All of its text, as the search compares it. */
export function wordsOf(content: DraftContent): string {
  return [content.parts, ...Object.values(content.own)].flat().join("\n").toLowerCase();
}
