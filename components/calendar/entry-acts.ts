import { showToast } from "#components/ui/feedback/toast.tsx";
import { duplicatePost } from "#lib/actions/duplicate-post.ts";
import { describeFailure } from "#lib/contract/messages/failure-messages.ts";
import type { BulkAction } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { EntryPost } from "./calendar-entries.ts";
import type { EntryAction } from "./dialogs/calendar-menu-items.tsx";

/** The statuses of an entry's posts that an act means; the others stay as they are. */
export const bulkActionByEntryAction: Partial<Record<EntryAction, { action: BulkAction; statuses: readonly string[] }>> = {
  publish: { action: "publish", statuses: ["scheduled", "draft"] },
  retry: { action: "retry", statuses: ["failed"] },
  draft: { action: "draft", statuses: ["scheduled", "failed", "canceled"] },
  cancel: { action: "cancel", statuses: ["scheduled"] },
  delete: { action: "delete", statuses: ["draft", "scheduled", "published", "failed", "canceled"] },
};

/** Makes a draft of the same words and images for the same channels, and says so. @returns whether it is there. */
export async function duplicateEntry(posts: readonly EntryPost[]): Promise<boolean> {
  const [first] = posts;
  const channels = [...new Set(posts.map((post) => post.channel_id))].filter((id) => id !== "");
  if (!first || channels.length === 0) return false;
  const repeatKey = newId();
  const result = await duplicatePost({ id: first.id, channels, repeatKey }).catch((error: unknown) => ({
    error: toReadFailure(error),
  }));
  if (result.error) {
    const { what, next } = describeFailure(result.error);
    showToast({ tone: "failed", message: `${what} ${next}` });
    return false;
  }
  showToast({ message: "Duplicated: the copy waits in Unscheduled" });
  return true;
}
