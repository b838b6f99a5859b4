import type { KeyboardEvent } from "react";
import type { DraftPart } from "#components/composer/state/draft.ts";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";

/**
 * The effect of a key on the parts; null if the field handles the key itself. `above` and `below` belong to the field
 * while it has a line in that direction.
 */
export type PartCommand = "up" | "down" | "above" | "below" | "begin next" | "remove" | "merge" | "merge next" | null;

/**
 * Returns the command of a key pressed in the field of part `at`. While an input method composes a word, all keys
 * belong to the input method. Enter begins a part when it would make a second blank line at the end.
 * @param hasThreads false if every chosen channel publishes the parts as one post: then Enter only breaks lines
 */
export function getPartCommand(
  event: KeyboardEvent<HTMLTextAreaElement>,
  parts: readonly DraftPart[],
  at: number,
  hasThreads = true,
): PartCommand {
  if (isImeComposing(event.nativeEvent) || event.ctrlKey || event.metaKey) return null;
  const { key, altKey, shiftKey, currentTarget: field } = event;
  if (field.readOnly) return null;
  if (altKey && key === "ArrowUp") return "up";
  if (altKey && key === "ArrowDown") return "down";
  const text = parts[at]?.text ?? "";
  const isCaret = field.selectionStart === field.selectionEnd && !shiftKey && !altKey;
  if (key === "ArrowUp") return isCaret && at > 0 ? "above" : null;
  if (key === "ArrowDown") return isCaret && at + 1 < parts.length ? "below" : null;
  const isAtEnd = isCaret && field.selectionEnd === field.value.length;
  const isAtStart = isCaret && field.selectionStart === 0;
  if (key === "Enter") return hasThreads && isAtEnd && /\S\s*\n\n$/.test(text) ? "begin next" : null;
  if (key === "Backspace" && text === "" && parts.length > 1) return "remove";
  if (key === "Backspace") return isAtStart && at > 0 ? "merge" : null;
  return key === "Delete" && isAtEnd && at + 1 < parts.length ? "merge next" : null;
}
