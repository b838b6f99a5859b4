/**
 * Uses the browser's storage.
 * @returns null if the storage is unavailable (private window, full disk); the composer works without it
 */
function accessStorage<T>(use: (storage: Storage) => T, which: () => Storage): T | null {
  try {
    return use(which());
  } catch {
    return null;
  }
}
const getLocalStorage = () => localStorage;
const getSessionStorage = () => sessionStorage;

export const getLocalItem = (name: string): string | null =>
  accessStorage((storage) => storage.getItem(name), getLocalStorage);
/** @returns false if the browser can't store the value */
export const setLocalItem = (name: string, text: string): boolean =>
  accessStorage((storage) => {
    storage.setItem(name, text);
    return true;
  }, getLocalStorage) ?? false;
export const removeLocalItem = (name: string): void =>
  void accessStorage((storage) => storage.removeItem(name), getLocalStorage);
/** Lists the names of all items; empty if the storage is unavailable. */
export const listLocalNames = (): readonly string[] => accessStorage(Object.keys, getLocalStorage) ?? [];

/** Reads an item of this tab alone. The item survives a reload; other tabs never read it. */
export const getSessionItem = (name: string): string | null =>
  accessStorage((storage) => storage.getItem(name), getSessionStorage);
export const setSessionItem = (name: string, text: string): void =>
  void accessStorage((storage) => storage.setItem(name, text), getSessionStorage);
export const removeSessionItem = (name: string): void =>
  void accessStorage((storage) => storage.removeItem(name), getSessionStorage);

/** Returns this tab's own item, or else the item that any tab of this browser stored. */
export const getSessionOrLocalItem = (name: string): string | null => getSessionItem(name) ?? getLocalItem(name);
/** Stores an item for this tab and for tabs that are opened later. */
export function setSessionAndLocalItem(name: string, text: string): void {
  setSessionItem(name, text);
  setLocalItem(name, text);
}
/** Removes the item from this tab, and from the browser unless another tab stored a different value there. */
export function removeSessionAndLocalItem(name: string, text: string): void {
  removeSessionItem(name);
  if (getLocalItem(name) === text) removeLocalItem(name);
}
