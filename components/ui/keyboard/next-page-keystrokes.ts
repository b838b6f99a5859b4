import { isEditableTarget } from "./is-editable-target.tsx";
import { isPrintableKey } from "./shortcut-registry.tsx";

/** Ms after which the buffer of a page that did not open is discarded. */
const patienceMs = 20_000;

let typed = "";
let stop: (() => void) | null = null;

/**
 * Buffers typed keys until the opening page takes them by `takeNextPageKeystrokes`. Without the buffer, letters typed
 * right after `c` act as shortcuts of the page that is still visible.
 * @param path of the opening page; nothing is buffered when that page is already open
 */
export function bufferKeystrokesForNextPage(path: string): void {
  discardNextPageKeystrokes();
  if (location.pathname === path) return;
  const timer = setTimeout(discardNextPageKeystrokes, patienceMs);
  // Before every other listener of the page.
  addEventListener("keydown", collect, true);
  stop = () => {
    clearTimeout(timer);
    removeEventListener("keydown", collect, true);
  };
}

/** @returns the keys typed since `bufferKeystrokesForNextPage`, and stops buffering */
export function takeNextPageKeystrokes(): string {
  const text = typed;
  discardNextPageKeystrokes();
  return text;
}

/** Stops buffering and clears the buffer: the page was not opened. */
export function discardNextPageKeystrokes(): void {
  stop?.();
  stop = null;
  typed = "";
}

function collect(event: KeyboardEvent): void {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || isEditableTarget(event.target)) return;
  // A person who navigates by keyboard does not type text.
  if (key === "Escape" || key === "Tab") {
    discardNextPageKeystrokes();
    return;
  }
  // Before the first letter, Enter and space press the focused element.
  if (isPrintableKey(event) && (typed || key !== " ")) typed += key;
  else if (typed && key === "Enter") typed += "\n";
  else if (typed && key === "Backspace") typed = [...typed].slice(0, -1).join("");
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
