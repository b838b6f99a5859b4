"use client";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { RecentChangesDialog } from "./recent-changes-dialog.tsx";
import { TakeDownDialog } from "./take-down-dialog.tsx";
import type { PostActionsDialog } from "./take-down-prompt.ts";

// Apart, because each page names the files of the other dialogs in its first load.
const ConfirmPublishedDialog = lazyComponent(() =>
  import("./confirm-published-dialog.tsx").then((file) => file.ConfirmPublishedDialog),
);

/** The open dialog of the post actions. */
export function OpenDialog({ opened, onClose }: { opened: PostActionsDialog; onClose: () => void }) {
  switch (opened.type) {
    case "recent":
      return <RecentChangesDialog onClose={onClose} />;
    case "take_down":
      return <TakeDownDialog posts={opened.posts} onClose={onClose} />;
    case "confirm_published":
      return <ConfirmPublishedDialog onAnswer={opened.onAnswer} onClose={onClose} />;
    default:
      return opened satisfies never;
  }
}
