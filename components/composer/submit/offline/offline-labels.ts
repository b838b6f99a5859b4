import type { SubmitIntent } from "#components/composer/state/composer-state.ts";

/** Returns the labels of a submission that waits for the connection. Saving as a draft is not called sending. */
export function getOfflineLabels(intent: SubmitIntent) {
  return intent === "send"
    ? {
        refused: "You're offline. Nothing was sent.",
        wait: "Send when I'm back online",
        waits: "Sends when you're back online",
        after: "We'll send it as is when you're back online",
        off: "Don't send",
        back: "Back online. Sending now.",
        late: "Nothing was sent. Choose another time, or publish now.",
        now: "Publish now",
        changed: "You changed it while an image uploaded, so it was not sent.",
        again: "Send it when it's ready.",
      }
    : {
        refused: "You're offline. It is not saved to your posts yet.",
        wait: "Save when I'm back online",
        waits: "Saves as a draft when you're back online",
        after: "We'll save it as a draft when you're back online",
        off: "Don't save",
        back: "Back online. Saving now.",
        late: "Nothing was saved.",
        now: "Save now",
        changed: "You changed it while an image uploaded, so it is not saved to your posts yet.",
        again: "Save it when it's ready.",
      };
}
