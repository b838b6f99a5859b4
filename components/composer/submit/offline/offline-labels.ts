import type { SubmitIntent } from "#components/composer/state/composer-state.ts";

/** Returns the labels of a submission that waits for the connection. Saving as a draft is not called sending. */
export function getOfflineLabels(intent: SubmitIntent) {
  return intent === "send"
    ? {
        refused: "You are offline, so nothing was sent.",
        wait: "Send when I'm back online",
        waits: "It is sent once you are back online",
        after: "Then it is sent, once, as it stands here",
        off: "Don't send",
        back: "Back online. What waited is sent now.",
        late: "Nothing was sent. Choose another time, or send it now.",
        now: "Publish now",
        changed: "You changed it while it waited for an image, so it was not sent.",
        again: "Send it when it is as you want it.",
      }
    : {
        refused: "You are offline, so it is not saved with your posts yet.",
        wait: "Save when I'm back online",
        waits: "It is saved as a draft once you are back online",
        after: "Then it is saved as a draft, once, as it stands here",
        off: "Don't save",
        back: "Back online. What waited is saved now.",
        late: "Nothing was saved.",
        now: "Save now",
        changed: "You changed it while it waited for an image, so it is not saved with your posts yet.",
        again: "Save it when it is as you want it.",
      };
}
