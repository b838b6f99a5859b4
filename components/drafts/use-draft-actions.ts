"use client";
import { useRouter } from "next/navigation";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { bufferKeystrokesForNextPage, discardBufferedKeystrokes } from "#components/ui/keyboard/buffered-keystrokes.ts";
import { deleteDrafts, duplicateDraft, restoreDrafts, shareTemplate } from "#lib/actions/drafts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { DraftSummary } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { formatCount } from "#lib/text/format-count.ts";

function reportFailure(failure: Failure): void {
  const { what, safe } = describeFailure(failure);
  showToast({ tone: "failed", message: `${what} ${safe}` });
}

const toFailure = (error: unknown) => ({ ok: undefined, error: toReadFailure(error) });

/** Returns the actions on drafts and templates. Each one refreshes every list of drafts; the undo outlives the page. */
export function useDraftActions(kind: "draft" | "template") {
  const router = useRouter();
  const liveQueries = useLazyLiveQueryClient();
  const refresh = () => liveQueries.touch("all").catch(() => undefined);

  /** Deletes the entries with the posts that they stand for. @returns true if something was deleted */
  async function remove(entries: readonly DraftSummary[]): Promise<boolean> {
    const draftIds = entries.filter(({ version }) => version > 0).map(({ id }) => id);
    const postIds = entries.flatMap(({ posts }) => posts.map(({ id }) => id));
    const deleted = await deleteDrafts({ draftIds, postIds }).catch(toFailure);
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
        const restored = await restoreDrafts({ draftIds: ok.draftIds, undo: ok.undo }).catch(toFailure);
        if (restored.error) reportFailure(restored.error);
        await refresh();
      },
    });
    return true;
  }

  /** Copies a draft or template to one of the given kind. @returns the copy's id */
  async function copy(draft: DraftSummary, to: "draft" | "template"): Promise<string | null> {
    const created = await duplicateDraft({ id: draft.id, newId: newId(), kind: to }).catch(toFailure);
    if (created.error) {
      reportFailure(created.error);
      return null;
    }
    await refresh();
    return created.ok.id;
  }

  return {
    refresh,
    remove,
    async duplicate(draft: DraftSummary): Promise<void> {
      if (await copy(draft, kind)) showToast({ message: "Duplicated" });
    },
    async saveAsTemplate(draft: DraftSummary): Promise<void> {
      if (await copy(draft, "template")) showToast({ message: "Saved as a template." });
    },
    /** Shares a template, or stops that. */
    async share(template: DraftSummary): Promise<void> {
      const shared = !template.shared;
      const changed = await shareTemplate({ id: template.id, shared }).catch(toFailure);
      if (changed.error) return reportFailure(changed.error);
      await refresh();
      const left = template.images > 0 && !template.author ? " Its images aren't shared." : "";
      showToast({
        message: shared ? `Everyone in your organization sees this template now.${left}` : "No longer shared",
      });
    },
    /** Opens the composer with a draft that starts from the template. */
    async writeFrom(template: DraftSummary): Promise<void> {
      bufferKeystrokesForNextPage("/compose");
      const id = await copy(template, "draft");
      if (id === null) return discardBufferedKeystrokes();
      router.push(`/compose?draft=${id}`);
    },
  };
}
