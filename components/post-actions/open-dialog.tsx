"use client";
import { RecentChangesDialog } from "./recent-changes-dialog.tsx";
import { TakeDownDialog } from "./take-down-dialog.tsx";
import type { PostActionsDialog } from "./take-down-prompt.ts";

/** The open dialog of the post actions. */
export function OpenDialog({ opened, onClose }: { opened: PostActionsDialog; onClose: () => void }) {
  return opened.type === "recent" ? (
    <RecentChangesDialog onClose={onClose} />
  ) : (
    <TakeDownDialog posts={opened.posts} onClose={onClose} />
  );
}
