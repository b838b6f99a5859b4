import { isEditableTarget } from "./is-editable-target.tsx";
import { isPrintableKey } from "./shortcut-registry.tsx";

/** Ms after which a page that did not open gets its letters no more. */
const patienceMs = 20_000;

let typed = "";
let stop: (() => void) | null = null;

/**
 * Collects what is typed until the page that it is meant for takes it by `takeTypedAhead`. Without this the letters typed
 * right after `c` act as shortcuts of the page that is still in view.
 * @param path of the page that opens; where that is in view already, nothing is collected
 */
export function startKeystrokeBuffer(path: string): void {
  discardKeystrokeBuffer();
  if (location.pathname === path) return;
  const timer = setTimeout(discardKeystrokeBuffer, patienceMs);
  // Before every other listener of the page.
  addEventListener("keydown", collect, true);
  stop = () => {
    clearTimeout(timer);
    removeEventListener("keydown", collect, true);
  };
}

/** @returns what was typed since `startTypingAhead`, and stops collecting */
export function flushKeystrokeBuffer(): string {
  const text = typed;
  discardKeystrokeBuffer();
  return text;
}

/** Stops collecting and forgets: the page was not opened after all. */
export function discardKeystrokeBuffer(): void {
  stop?.();
  stop = null;
  typed = "";
}

function collect(event: KeyboardEvent): void {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || isEditableTarget(event.target)) return;
  // Somebody who moves on by keyboard does not write.
  if (key === "Escape" || key === "Tab") {
    discardKeystrokeBuffer();
    return;
  }
  // Before the first letter Enter and space press what has the focus.
  if (isPrintableKey(event) && (typed || key !== " ")) typed += key;
  else if (typed && key === "Enter") typed += "\n";
  else if (typed && key === "Backspace") typed = [...typed].slice(0, -1).join("");
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
