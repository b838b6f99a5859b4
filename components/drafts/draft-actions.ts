import { catchFailure, reportFailure } from "#components/post-actions/report-failure.ts";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { deleteDrafts, duplicateDraft, restoreDrafts, shareTemplate } from "#lib/actions/drafts.ts";
import type { DraftSummary } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { formatCount } from "#lib/text/format-count.ts";

/**
 * Creates the actions on drafts or on templates.
 * @param refresh refreshes every list of drafts; each action ends with it
 */
export function createDraftActions(kind: "draft" | "template", refresh: () => Promise<void>) {
  /** Deletes the entries with the posts that they stand for. @returns true if something was deleted */
  async function remove(entries: readonly DraftSummary[]): Promise<boolean> {
    const draftIds = entries.filter(({ version }) => version > 0).map(({ id }) => id);
    const postIds = entries.flatMap(({ posts }) => posts.map(({ id }) => id));
    const deleted = await catchFailure(deleteDrafts({ draftIds, postIds }));
    if (deleted.error) {
      reportFailure(deleted.error);
      return false;
    }
    await refresh();
    const { ok } = deleted;
    const isGone = (entry: DraftSummary) =>
      ok.draftIds.includes(entry.id) || entry.posts.some(({ id }) => ok.postIds.includes(id));
    const count = entries.filter(isGone).length;
    if (count === 0) {
      showToast({ message: "Nothing was deleted: it was deleted, scheduled or published elsewhere." });
      return false;
    }
    const name = kind === "draft" ? "draft" : "template";
    showToast({
      message:
        count === 1 ? `${kind === "draft" ? "Draft" : "Template"} deleted` : `${formatCount(count, name)} deleted`,
      undo: async () => {
        const restored = await catchFailure(restoreDrafts({ draftIds: ok.draftIds, undo: ok.undo }));
        if (restored.error) reportFailure(restored.error);
        await refresh();
      },
    });
    return true;
  }

  /** Copies a draft or template to one of the given kind. @returns the copy's id */
  async function copy(draft: DraftSummary, to: "draft" | "template"): Promise<string | null> {
    const created = await catchFailure(duplicateDraft({ id: draft.id, newId: newId(), kind: to }));
    if (created.error) {
      reportFailure(created.error);
      return null;
    }
    await refresh();
    return created.ok.id;
  }

  return {
    remove,
    copy,
    async duplicate(draft: DraftSummary): Promise<void> {
      if (await copy(draft, kind)) showToast({ message: "Duplicated" });
    },
    async template(draft: DraftSummary): Promise<void> {
      if (await copy(draft, "template")) showToast({ message: "Saved as a template." });
    },
    /** Shares a template, or stops that. */
    async share(template: DraftSummary): Promise<void> {
      const shared = !template.shared;
      const changed = await catchFailure(shareTemplate({ id: template.id, shared }));
      if (changed.error) return reportFailure(changed.error);
      await refresh();
      const left = template.images > 0 && !template.author ? " Its images aren't shared." : "";
      showToast({
        message: shared ? `Everyone in your organization sees this template now.${left}` : "No longer shared",
      });
    },
  };
}

export type DraftActions = ReturnType<typeof createDraftActions>;
