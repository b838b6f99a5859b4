import type { DraftContent } from "#lib/contract/types.ts";
import type { DraftSummaryFields } from "./draft-row.ts";

const shownCharacters = 140;

/** What a list shows of it. */
export function toDraftSummaryFields(content: DraftContent): DraftSummaryFields {
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
export function toDraftSearchText(content: DraftContent): string {
  return [content.parts, ...Object.values(content.own)].flat().join("\n").toLowerCase();
}
