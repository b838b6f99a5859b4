import { isEditableTarget } from "./is-editable-target.tsx";

/** One key of a page. */
export type Shortcut = {
  /**
   * `KeyboardEvent.key` in lower case, with what is held before it: "j", ".", "shift+x", "mod+enter", "arrowdown". `mod` is
   * ⌘ on a Mac and Ctrl elsewhere. Shift is named with letters and named keys alone: "?" is "?" wherever it lies.
   */
  keys: string;
  /** What it does, for the `?` sheet: "Next post". */
  label: string;
  /** Left out where the page hears the key by itself and only tells of it here. `false`: not taken after all. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler need not return anything
  run?: (event: KeyboardEvent) => void | false;
};

/** The keys of one page, or of one part of it, under the title that the sheet shows. */
export type ShortcutGroup = {
  title: string;
  keys: readonly Shortcut[];
  /** Keys of every page: a page's own go before them. */
  everywhere?: boolean;
  /** The page is one to write on: while the group is there, letters and signs are text and no shortcuts. */
  isWriting?: boolean;
};

/** What stands open over the page and takes the keys: a dialog, a sheet, a menu, a popover. */
const overlaySelector = "[data-dialog],[role=dialog],[role=menu],[role=listbox]";

/** Whether something open over the page takes the keys. */
export const isOverlayOpen = (): boolean => document.querySelector(overlaySelector) !== null;

/** Whether a key pressed now is meant for the page, and not for a text or for what stands open over the page. */
export function isPageShortcutEvent(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isEditableTarget(event.target) || isOverlayOpen()) return false;
  return !(isPrintableKey(event) && isWritingPage());
}

/** Whether `event` is the key that `keys` describes. */
export function matchesShortcut(keys: string, event: KeyboardEvent, isMac: boolean): boolean {
  const held = keys.split("+");
  const key = held.pop() || "+";
  const mod = held.includes("mod");
  const names = key.length > 1 || key.toLowerCase() !== key.toUpperCase();
  return (
    event.key.toLowerCase() === (key === "space" ? " " : key === "esc" ? "escape" : key) &&
    event.metaKey === (mod && isMac) &&
    event.ctrlKey === (mod && !isMac) &&
    event.altKey === held.includes("alt") &&
    (!names || event.shiftKey === held.includes("shift"))
  );
}

const groups = new Map<symbol, ShortcutGroup>();

/** The page's groups as they were told of, and then those of every page. */
function listGroupsByPriority(): ShortcutGroup[] {
  const all = [...groups.values()];
  return [...all.filter((group) => !group.everywhere), ...all.filter((group) => group.everywhere)];
}

const isWritingPage = () => [...groups.values()].some((group) => group.isWriting);

/** Whether every key of a sequence such as "g h" is a single letter or sign. */
const isPrintableShortcut = ({ keys }: Shortcut) => keys.split(" ").every((key) => key.length === 1);

/** What can be pressed on the page in view, the page's own first. */
export function listActiveShortcuts(): ShortcutGroup[] {
  const byTitle = new Map<string, Shortcut[]>();
  for (const { title, keys } of listGroupsByPriority()) {
    const working = keys.filter((key) => !isWritingPage() || !isPrintableShortcut(key));
    if (working[0]) byTitle.set(title, [...(byTitle.get(title) ?? []), ...working]);
  }
  return [...byTitle].map(([title, keys]) => ({ title, keys }));
}

/** Buttons and links take these themselves. */
const pressing = "a,button,summary,input,[role=button],[role=checkbox]";

function onKey(event: KeyboardEvent): void {
  if (!isPageShortcutEvent(event)) return;
  const presses = event.key === "Enter" || event.key === " ";
  if (presses && event.target instanceof Element && event.target.closest(pressing)) return;
  const isMac = document.documentElement.dataset["os"] === "mac";
  for (const { keys } of listGroupsByPriority()) {
    const pressed = keys.find((one) => one.run && matchesShortcut(one.keys, event, isMac));
    if (!pressed || pressed.run?.(event) === false) continue;
    event.preventDefault();
    return;
  }
}

/** Does what a key of the page would, for a button or an entry of a menu that says the same. */
export function triggerShortcut(keys: string): void {
  const found = listGroupsByPriority().flatMap((group) => group.keys.filter((one) => one.keys === keys && one.run));
  found[0]?.run?.(new KeyboardEvent("keydown", { key: keys }));
}

/** Tells of a group of keys for as long as they may be pressed. */
export function registerShortcuts(group: ShortcutGroup): () => void {
  const name = Symbol(group.title);
  if (groups.size === 0) document.addEventListener("keydown", onKey);
  groups.set(name, group);
  return () => {
    groups.delete(name);
    if (groups.size === 0) document.removeEventListener("keydown", onKey);
  };
}

/** A key as `aria-keyshortcuts` wants it: "mod+k" is "Control+K Meta+K". */
export function formatAriaKeyShortcuts(keys: string): string {
  const names = keys.split("+").map((key) => (key.length > 1 ? (key[0] ?? "").toUpperCase() + key.slice(1) : key));
  const spelt = names.join("+").replace("Esc", "Escape");
  return spelt.includes("Mod") ? `${spelt.replace("Mod", "Control")} ${spelt.replace("Mod", "Meta")}` : spelt;
}

/** Whether a key writes one character, space among them. */
export function isPrintableKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  return !isModified && Array.from(event.key).length === 1;
}
