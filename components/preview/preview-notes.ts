import { findTruncationIndex, getPreviewStyle } from "#lib/contract/platforms/preview-styles.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { escapeDiscordMarkdown } from "#lib/text/discord-markdown.ts";
import type { TextHighlighter } from "./preview-item.tsx";
import type { ChannelPreview } from "./channel-preview.ts";

type PreviewNotesInput = { texts: readonly string[]; hasPictures: boolean; markWords: TextHighlighter };

/** What of a platform's ways can't be seen from the picture of it, in sentences. */
export function getPreviewNotes(
  { channel, plan, texts: written }: ChannelPreview,
  { texts, hasPictures, markWords }: PreviewNotesInput,
): string[] {
  const name = formatPlatformName(channel.platform);
  const { fold, link } = getPreviewStyle(channel.platform);
  const notes: string[] = [];
  if (plan && "texts" in plan && written.length > 1) {
    notes.push(
      plan.delivery === "joined"
        ? `${written.length} parts joined to one post, with a blank line between them.`
        : `A thread of ${plan.texts.length}.`,
    );
  }
  if (fold && texts.some((text) => findTruncationIndex(text, fold) !== null)) {
    notes.push(`A stream shows about ${fold.lines} lines; the rest comes after “${fold.words}”.`);
  }
  const isLink = (text: string) => markWords?.(text, channel.platform).some(({ is }) => is === "link") ?? false;
  if (link === "none" && !hasPictures && texts.some(isLink)) {
    notes.push(`${name} shows no preview of the link, only its address.`);
  }
  const marks = channel.platform === "discord" ? texts.reduce((sum, text) => sum + countEscapes(text), 0) : 0;
  if (marks > 0) {
    notes.push(
      `${marks === 1 ? "A backslash goes" : `${marks.toLocaleString("en-GB")} backslashes go`} along, so that Discord formats nothing: not seen there, but counted.`,
    );
  }
  return notes;
}

const countEscapes = (text: string) => escapeDiscordMarkdown(text).length - text.length;
