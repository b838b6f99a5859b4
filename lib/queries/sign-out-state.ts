let leaving = false;

/** Whether this page is about to be left for sign-in: what it hears of its ended session leads nowhere then. */
export const isLeaving = (): boolean => leaving;

export function setLeaving(is: boolean): void {
  leaving = is;
}
