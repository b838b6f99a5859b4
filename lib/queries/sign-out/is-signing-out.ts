let signingOut = false;

/**
 * Returns true if this page is about to be left for sign-in: a failed read of the ended session then redirects nowhere.
 */
export const isSigningOut = (): boolean => signingOut;

export function setSigningOut(is: boolean): void {
  signingOut = is;
}
