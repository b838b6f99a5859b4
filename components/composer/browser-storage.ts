/** The browser's storage, or null where it is closed to us (private windows, a full disk): writing goes on without. */
function access<T>(use: (storage: Storage) => T, which: () => Storage): T | null {
  try {
    return use(which());
  } catch {
    return null;
  }
}
const ofBrowser = () => localStorage;
const ofTab = () => sessionStorage;

/** Reads what was kept in this browser. */
export const recall = (name: string): string | null => access((storage) => storage.getItem(name), ofBrowser);
/** Keeps it in this browser. @returns false where it can't be kept */
export const remember = (name: string, text: string): boolean =>
  access((storage) => {
    storage.setItem(name, text);
    return true;
  }, ofBrowser) ?? false;
export const drop = (name: string): void => void access((storage) => storage.removeItem(name), ofBrowser);

/** Of this tab alone, over a reload: another tab never reads it. */
export const recallOfTab = (name: string): string | null => access((storage) => storage.getItem(name), ofTab);
export const rememberOfTab = (name: string, text: string): void =>
  void access((storage) => storage.setItem(name, text), ofTab);
export const dropOfTab = (name: string): void => void access((storage) => storage.removeItem(name), ofTab);

/** What this tab kept for itself, else any tab of this browser. */
export const recallHere = (name: string): string | null => recallOfTab(name) ?? recall(name);
/** For this tab, and for one that is opened later. */
export function rememberHere(name: string, text: string): void {
  rememberOfTab(name, text);
  remember(name, text);
}
/** Forgets it in this tab, and in the browser unless another tab wrote something else there. */
export function dropHere(name: string, text: string): void {
  dropOfTab(name);
  if (recall(name) === text) drop(name);
}
