/** The browser's storage, or null where it is closed to us (private windows, a full disk): writing goes on without. */
function accessStorage<T>(use: (storage: Storage) => T, which: () => Storage): T | null {
  try {
    return use(which());
  } catch {
    return null;
  }
}
const getLocalStorage = () => localStorage;
const getSessionStorage = () => sessionStorage;

/** Reads what was kept in this browser. */
export const getLocalItem = (name: string): string | null =>
  accessStorage((storage) => storage.getItem(name), getLocalStorage);
/** Keeps it in this browser. @returns false where it can't be kept */
export const setLocalItem = (name: string, text: string): boolean =>
  accessStorage((storage) => {
    storage.setItem(name, text);
    return true;
  }, getLocalStorage) ?? false;
export const removeLocalItem = (name: string): void =>
  void accessStorage((storage) => storage.removeItem(name), getLocalStorage);

/** Of this tab alone, over a reload: another tab never reads it. */
export const getSessionItem = (name: string): string | null =>
  accessStorage((storage) => storage.getItem(name), getSessionStorage);
export const setSessionItem = (name: string, text: string): void =>
  void accessStorage((storage) => storage.setItem(name, text), getSessionStorage);
export const removeSessionItem = (name: string): void =>
  void accessStorage((storage) => storage.removeItem(name), getSessionStorage);

/** What this tab kept for itself, else any tab of this browser. */
export const getSessionOrLocalItem = (name: string): string | null => getSessionItem(name) ?? getLocalItem(name);
/** For this tab, and for one that is opened later. */
export function setSessionAndLocalItem(name: string, text: string): void {
  setSessionItem(name, text);
  setLocalItem(name, text);
}
/** Forgets it in this tab, and in the browser unless another tab wrote something else there. */
export function removeSessionAndLocalItem(name: string, text: string): void {
  removeSessionItem(name);
  if (getLocalItem(name) === text) removeLocalItem(name);
}
