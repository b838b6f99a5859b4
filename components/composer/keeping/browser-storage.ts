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

/** What this tab kept for itself, else any tab of this browser. */
export const recallHere = (name: string): string | null =>
  access((storage) => storage.getItem(name), ofTab) ?? recall(name);
/** For this tab, and for one that is opened later. */
export function rememberHere(name: string, text: string): void {
  access((storage) => storage.setItem(name, text), ofTab);
  remember(name, text);
}
/** Forgets it in this tab, and in the browser unless another tab wrote something else there. */
export function dropHere(name: string, text: string): void {
  access((storage) => storage.removeItem(name), ofTab);
  if (recall(name) === text) drop(name);
}
