let signingOut = false;

/** Whether this page is about to be left for sign-in: what it hears of its ended session leads nowhere then. */
export const isSigningOut = (): boolean => signingOut;

export function setSigningOut(is: boolean): void {
  signingOut = is;
}
