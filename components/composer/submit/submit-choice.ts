import { getLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";

/** The three commands of the submit button: publish now, at a chosen time, or in the next free slot. */
export type SubmitChoice = "publish" | "schedule" | "queue";
/** The shortcuts of the commands. They never change their meaning with the leading choice. */
export type SubmitKeys = "mod+enter" | "mod+shift+enter" | "mod+alt+enter";

type LeadingChoiceOptions = {
  /** True if the draft has a time. */
  hasTime: boolean;
  hasSlots: boolean;
  /** True for the rest of a published thread, which can only be published now. */
  isContinued: boolean;
};

/** Returns the command on the button: that of the draft's time, else the member's last one that succeeded. */
export function getLeadingChoice(last: SubmitChoice, at: LeadingChoiceOptions): SubmitChoice {
  if (at.isContinued) return "publish";
  if (at.hasTime) return "schedule";
  return last === "queue" && !at.hasSlots ? "publish" : last;
}

/** Returns what a shortcut does; `schedule…` opens the dialog that sets the time. */
export function submitChoiceByKeys({ keys, hasTime }: { keys: SubmitKeys; hasTime: boolean }) {
  if (keys === "mod+shift+enter") return "queue";
  if (keys === "mod+alt+enter") return "schedule…";
  return hasTime ? "schedule" : "publish";
}

/**
 * Returns the shortcut of a command on the button; null if it has none: once a time is chosen, no key publishes before
 * it. Without a time, "schedule" opens the dialog.
 */
export function getSubmitKeys(choice: SubmitChoice, hasTime: boolean): SubmitKeys | null {
  if (choice === "queue") return "mod+shift+enter";
  if (choice === "schedule") return hasTime ? "mod+enter" : "mod+alt+enter";
  return hasTime ? null : "mod+enter";
}

const getKey = (memberId: string) => `postwright:submit:${memberId}`;

/** Returns the member's last choice in this browser that succeeded, which leads on the button. */
export function readSubmitChoice(memberId: string): SubmitChoice {
  const stored = getLocalItem(getKey(memberId));
  return stored === "schedule" || stored === "queue" ? stored : "publish";
}

/** Stores a choice once the service accepted the post. */
export function storeSubmitChoice(memberId: string, choice: SubmitChoice): void {
  setLocalItem(getKey(memberId), choice);
}
