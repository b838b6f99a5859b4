import { isEditableTarget } from "./is-editable-target.tsx";
import { isPrintableKey } from "./shortcut-registry.tsx";

/** Ms after which the buffer is discarded because the page or the palette did not open. */
const patienceMs = 20_000;

let typed = "";
let stop: (() => void) | null = null;
let isForPalette = false;

/**
 * Buffers typed keys until the opening page takes them by `takeBufferedKeystrokes`. Without the buffer, letters typed
 * right after `c` act as shortcuts of the page that is still visible.
 */
export function bufferKeystrokesForNextPage(): void {
  discardBufferedKeystrokes();
  start();
}

/**
 * Buffers typed keys until the command palette, whose code loads, takes them. A text field that has the focus gets none
 * of them.
 */
export function bufferKeystrokesForPalette(): void {
  if (isForPalette) return;
  discardBufferedKeystrokes();
  isForPalette = true;
  start();
}

function start(): void {
  const timer = setTimeout(discardBufferedKeystrokes, patienceMs);
  // Before every other listener of the page.
  addEventListener("keydown", collect, true);
  stop = () => {
    clearTimeout(timer);
    removeEventListener("keydown", collect, true);
  };
}

/** @returns the keys typed since the buffer began, and stops buffering */
export function takeBufferedKeystrokes(): string {
  const text = typed;
  discardBufferedKeystrokes();
  return text;
}

/** Stops buffering and clears the buffer: the page or the palette was not opened. */
export function discardBufferedKeystrokes(): void {
  stop?.();
  stop = null;
  typed = "";
  isForPalette = false;
}

function collect(event: KeyboardEvent): void {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || (!isForPalette && isEditableTarget(event.target))) return;
  // A person who navigates by keyboard does not type text.
  if (key === "Escape" || key === "Tab") {
    discardBufferedKeystrokes();
    return;
  }
  // Before the first letter, Enter and space press the focused element, unless the palette is about to cover it.
  if (isPrintableKey(event) && (typed || key !== " ")) typed += key;
  else if (typed && key === "Enter") typed += "\n";
  else if (typed && key === "Backspace") typed = [...typed].slice(0, -1).join("");
  else if (!isForPalette || !/^(Enter|Backspace| )$/.test(key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
