import { isEditableTarget } from "./is-editable-target.tsx";

/** A shortcut of a page. */
export type Shortcut = {
  /**
   * `KeyboardEvent.key` in lower case, after its modifiers: "j", ".", "shift+x", "mod+enter", "arrowdown". `mod` is ⌘
   * on a Mac and Ctrl elsewhere. Only letters and named keys use "shift": "?" is "?" on every keyboard layout.
   */
  keys: string;
  /** The effect in the `?` dialog: "Next post". */
  label: string;
  /**
   * Missing when the page handles the key itself and only lists it here. Returns `false` when it does not use the key.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler need not return anything
  run?: (event: KeyboardEvent) => void | false;
};

/** The shortcuts of a page or a part of it, under the title in the `?` dialog. */
export type ShortcutGroup = {
  title: string;
  keys: readonly Shortcut[];
  /** Shortcuts of every page: a page's own have priority. */
  everywhere?: boolean;
  /** The page is for writing: while the group is registered, letters and signs are text and no shortcuts. */
  isWriting?: boolean;
};

/** Overlays that take the keys: a dialog, a sheet, a menu, a popover, and one whose code still loads. */
const overlaySelector = "[data-dialog],[role=dialog],[role=menu],[role=listbox],[data-overlay]";

/** True when an open overlay takes the keys. */
export const isOverlayOpen = (): boolean => document.querySelector(overlaySelector) !== null;

/** True when a key press belongs to the page, and not to a text field or an overlay. */
export function isPageShortcutEvent(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isEditableTarget(event.target) || isOverlayOpen()) return false;
  return !(isPrintableKey(event) && isWritingPage());
}

/** True when `event` is the key that `keys` describes. */
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

/** Returns the page's groups in the order of registration, then those of every page. */
function listGroupsByPriority(): ShortcutGroup[] {
  const all = [...groups.values()];
  return [...all.filter((group) => !group.everywhere), ...all.filter((group) => group.everywhere)];
}

const isWritingPage = () => [...groups.values()].some((group) => group.isWriting);

/** True when every key of a sequence such as "g h" is a single letter or sign. */
const isPrintableShortcut = ({ keys }: Shortcut) => keys.split(" ").every((key) => key.length === 1);

/** Returns the shortcuts that work on the current page, the page's own first. */
export function listActiveShortcuts(): ShortcutGroup[] {
  const byTitle = new Map<string, Shortcut[]>();
  for (const { title, keys } of listGroupsByPriority()) {
    const working = keys.filter((key) => !isWritingPage() || !isPrintableShortcut(key));
    if (working[0]) byTitle.set(title, [...(byTitle.get(title) ?? []), ...working]);
  }
  return [...byTitle].map(([title, keys]) => ({ title, keys }));
}

/** Elements that handle Enter and space themselves. */
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

/** Runs a shortcut's action, for a button or a menu item with the same effect. */
export function triggerShortcut(keys: string): void {
  const found = listGroupsByPriority().flatMap((group) => group.keys.filter((one) => one.keys === keys && one.run));
  found[0]?.run?.(new KeyboardEvent("keydown", { key: keys }));
}

/**
 * Registers a group of shortcuts.
 * @returns a function that removes the group
 */
export function registerShortcuts(group: ShortcutGroup): () => void {
  const name = Symbol(group.title);
  if (groups.size === 0) document.addEventListener("keydown", onKey);
  groups.set(name, group);
  return () => {
    groups.delete(name);
    if (groups.size === 0) document.removeEventListener("keydown", onKey);
  };
}

/** Formats a shortcut for `aria-keyshortcuts`: "mod+k" is "Control+K Meta+K". */
export function formatAriaKeyShortcuts(keys: string): string {
  const names = keys.split("+").map((key) => (key.length > 1 ? (key[0] ?? "").toUpperCase() + key.slice(1) : key));
  const spelt = names.join("+").replace("Esc", "Escape");
  return spelt.includes("Mod") ? `${spelt.replace("Mod", "Control")} ${spelt.replace("Mod", "Meta")}` : spelt;
}

/** True when a key types one character, including space. */
export function isPrintableKey(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  return !isModified && Array.from(event.key).length === 1;
}
