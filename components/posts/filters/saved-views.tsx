"use client";
import { Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { serializePostsView } from "#components/posts/posts-view.ts";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { NewToast } from "#components/ui/feedback/toast-store.ts";
import { updateSettings } from "#lib/actions/settings.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { SavedView } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { PostFilterPanelProps } from "./filter-panel-props.ts";
import { addSavedView, removeSavedView, renameSavedView } from "./saved-view-updates.ts";

/** Saves, opens, renames and removes views: addresses of the list with a name. */
export function SavedViews({ view, saved }: PostFilterPanelProps) {
  const router = useRouter();
  // An action's answer counts until the page is rendered again: an undo may come while this panel is closed.
  const [storedViews, setStoredViews] = useState({ saved, views: saved });
  const views = storedViews.saved === saved ? storedViews.views : saved;
  const [renaming, setRenaming] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const search = serializePostsView({ ...view, page: 1 });
  const current = views.find((one) => one.query === search);

  async function saveViews(next: readonly SavedView[], message: string, undo?: NewToast["undo"]) {
    setPending(true);
    const result = await updateSettings({ views: next }).catch((error: unknown) => ({ error: toReadFailure(error) }));
    setPending(false);
    if (result.error) {
      const { what, next: nextStep } = describeFailure(result.error);
      showToast({ tone: "failed", message: `${what} ${nextStep}` });
      return;
    }
    setStoredViews({ saved, views: result.ok.views });
    setRenaming(null);
    showToast({ message, ...(undo && { undo }) });
    router.refresh();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get("name") ?? "").trim();
    if (name === "") return;
    void saveViews(addSavedView(views, name, search), `Saved as “${name}”`).then(() => form.reset());
  }

  return (
    <section aria-label="Saved views" className="grid gap-1.5 border-t pt-3">
      <p className="text-13 font-medium">Saved views</p>
      {views.length > 0 ? (
        <ul className="grid">
          {views.map((one) => (
            <li key={one.id} className="flex items-center gap-1">
              {renaming === one.id ? (
                <form
                  className="flex flex-1 gap-1.5"
                  onSubmit={(event) => {
                    event.preventDefault();
                    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
                    if (name) void saveViews(renameSavedView(views, one.id, name), `Renamed to “${name}”`);
                  }}
                >
                  <TextInput
                    name="name"
                    aria-label={`New name of “${one.name}”`}
                    defaultValue={one.name}
                    maxLength={60}
                  />
                  <Button type="submit" pending={pending}>
                    Rename
                  </Button>
                </form>
              ) : (
                <>
                  <a
                    href={one.query ? `/posts?${one.query}` : "/posts"}
                    aria-current={one === current ? "true" : undefined}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      router.push(one.query ? `/posts?${one.query}` : "/posts", { scroll: false });
                    }}
                    className="min-w-0 flex-1 truncate rounded-chip px-1.5 py-1.5 text-14 hover:bg-sunk aria-[current=true]:font-semibold pointer-coarse:py-3"
                  >
                    {one.name}
                  </a>
                  <IconButton size="small" label={`Rename “${one.name}”`} onClick={() => setRenaming(one.id)}>
                    <Pencil className="size-3.5" />
                  </IconButton>
                  <IconButton
                    size="small"
                    label={`Delete the view “${one.name}”`}
                    onClick={() =>
                      void saveViews(removeSavedView(views, one.id), `Deleted the view “${one.name}”`, () =>
                        saveViews(views, "Restored"),
                      )
                    }
                  >
                    <Trash2 className="size-3.5" />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {current ? null : views.length >= limits.viewsPerMember ? (
        <p className="text-13 text-ink-3">Up to {limits.viewsPerMember} views. Delete one first.</p>
      ) : (
        <form className="flex gap-1.5" onSubmit={onSubmit}>
          <TextInput name="name" aria-label="Name of this view" placeholder="Name this view" maxLength={60} required />
          <Button type="submit" pending={pending}>
            Save
          </Button>
        </form>
      )}
    </section>
  );
}
