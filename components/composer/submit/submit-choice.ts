import { getLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";

/** The three commands of the submit button: publish now, at a chosen time, or in the next free slot. */
export type SubmitChoice = "publish" | "schedule" | "queue";

const getKey = (memberId: string) => `postwright:submit:${memberId}`;

/** Returns the member's last choice in this browser, which leads on the button. */
export function readSubmitChoice(memberId: string): SubmitChoice {
  const stored = getLocalItem(getKey(memberId));
  return stored === "schedule" || stored === "queue" ? stored : "publish";
}

export function storeSubmitChoice(memberId: string, choice: SubmitChoice): void {
  setLocalItem(getKey(memberId), choice);
}
