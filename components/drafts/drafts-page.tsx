"use client";
import { Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useMemo, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { Pager } from "#components/ui/controls/pager.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { moveFocusInList, useListShortcuts } from "#components/ui/keyboard/use-list-shortcuts.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { ActionBar } from "#components/ui/layout/action-bar.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { useKeyedState } from "#components/ui/use-keyed-state.ts";
import { useNow } from "#components/ui/use-now.ts";
import type { Channel, DraftSummary } from "#lib/contract/types.ts";
import { type DraftPage, draftQueries, draftsPageSize } from "#lib/queries/drafts/draft-queries.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { canChangeDraft, type DraftAction, DraftRow, type TemplateSharing } from "./draft-row.tsx";
import { DraftsToolbar } from "./drafts-toolbar.tsx";
import { type DraftsView, getDraftsPath } from "./drafts-view.ts";
import { EmptyDrafts } from "./empty-drafts.tsx";
import { useDraftActions } from "./use-draft-actions.ts";

// Most visits rename nothing.
const RenameDraftDialog = lazyComponent(() =>
  import("./rename-draft-dialog.tsx").then((file) => file.RenameDraftDialog),
);

/** `anchor`: the last pressed row, the start of a Shift range. */
type DraftSelection = { selectedIds: ReadonlySet<string>; anchor: number };
const emptySelection: DraftSelection = { selectedIds: new Set(), anchor: -1 };

type DraftsPageProps = {
  view: DraftsView;
  first: DraftPage;
  channels: readonly Channel[];
  nowMs: number;
  reader: Pick<DisplayPreferences, "zone" | "clock">;
  sharing: TemplateSharing;
  /** The drafts that only this browser has. */
  unsaved: ReactNode;
};

/** The list of everything that is not scheduled or published yet, and of the templates. */
export function DraftsPage({ view, first, channels, nowMs, reader, sharing, unsaved }: DraftsPageProps) {
  const { kind, words, page } = view;
  const now = useNow(nowMs);
  const query = useMemo(
    () => draftQueries.page({ kind, words, offset: (page - 1) * draftsPageSize, limit: draftsPageSize }),
    [kind, words, page],
  );
  const { data, error } = useLiveQuery(query, first, nowMs);
  const { drafts, total } = data;
  const actions = useDraftActions(kind);
  const list = useRef<HTMLUListElement>(null);
  const [{ selectedIds, anchor }, setSelection] = useKeyedState(getDraftsPath(view), () => emptySelection);
  const [renamed, setRenamed] = useState<DraftSummary | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const selectable = drafts.filter((draft) => canChangeDraft(draft, sharing));
  const selected = selectable.filter(({ id }) => selectedIds.has(id));
  const isDrafts = kind === "draft";

  function select(at: number, isSelected: boolean, extend: boolean): void {
    const from = extend && anchor >= 0 ? anchor : at;
    const ids = new Set(selectedIds);
    for (const { id } of drafts.slice(Math.min(from, at), Math.max(from, at) + 1)) {
      if (isSelected) ids.add(id);
      else ids.delete(id);
    }
    setSelection({ selectedIds: ids, anchor: at });
  }
  const selectNone = () => setSelection(emptySelection);

  async function removeSelected(): Promise<void> {
    setIsDeleting(true);
    if (await actions.run(({ remove }) => remove(selected))) selectNone();
    setIsDeleting(false);
  }

  async function run(draft: DraftSummary, action: DraftAction): Promise<void> {
    if (action === "rename") setRenamed(draft);
    else if (action === "use") await actions.writeFrom(draft);
    else
      await actions.run<unknown>((offered) => (action === "delete" ? offered.remove([draft]) : offered[action](draft)));
  }

  useListShortcuts({
    title: "Drafts",
    line: "draft",
    step: (by) => moveFocusInList(list.current, "[data-line]", by),
    isOn: isDrafts && drafts.length > 0,
  });
  useShortcuts("Drafts", [
    { keys: "enter", label: "Open the draft" },
    { keys: "x", label: "Select the draft", run: () => selectFocused(false) },
    { keys: "shift+x", label: "Select up to the draft", run: () => selectFocused(true) },
    ...(selected.length > 0 ? [{ keys: "esc", label: "Select nothing", run: selectNone }] : []),
  ]);

  function selectFocused(extend: boolean) {
    const row = document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-line]");
    const at = drafts.findIndex(({ id }) => id === row?.dataset["line"]);
    const draft = drafts[at];
    if (!draft) return false;
    select(at, extend || !selectedIds.has(draft.id), extend);
    return undefined;
  }

  return (
    <Page
      title={isDrafts ? "Drafts" : "Templates"}
      note={<span>{formatNumber(total)}</span>}
      width="reading"
      actions={<ButtonLink href="/compose?new">Write a post</ButtonLink>}
    >
      <DraftsToolbar view={view} total={total} />
      {error ? <StaleBanner reason={toReadFailure(error).message} className="mb-3" /> : null}
      {unsaved}
      {drafts.length === 0 ? (
        // The list of drafts in this browser is known in the browser alone: below it, "No drafts" would be wrong.
        <div className="[[data-unsaved]+&]:hidden">
          <EmptyDrafts view={view} total={total} />
        </div>
      ) : (
        <>
          {selectable.length > 0 ? (
            <Checkbox
              className="mb-1 ml-[5px] text-13 text-ink-3"
              checked={selected.length === selectable.length}
              ref={(box: HTMLInputElement | null) => {
                if (box) box.indeterminate = selected.length > 0 && selected.length < selectable.length;
              }}
              onChange={({ target }) =>
                setSelection({
                  ...emptySelection,
                  selectedIds: new Set(target.checked ? selectable.map(({ id }) => id) : []),
                })
              }
            >
              Select all on this page
            </Checkbox>
          ) : null}
          <ul ref={list} aria-label={isDrafts ? "Drafts" : "Templates"} className="divide-y border-y">
            {drafts.map((draft, at) => (
              <DraftRow
                key={draft.id}
                draft={draft}
                channels={channels}
                now={now}
                reader={reader}
                sharing={sharing}
                selected={selected.includes(draft)}
                onSelect={(isSelected, extend) => select(at, isSelected, extend)}
                onAction={(action) => run(draft, action)}
              />
            ))}
          </ul>
        </>
      )}
      <Pager
        getPath={(page) => getDraftsPath({ ...view, page })}
        page={view.page}
        pageSize={draftsPageSize}
        visibleCount={drafts.length}
        total={total}
      />
      {selected.length > 0 ? (
        <ActionBar label="Selected drafts" floating className="max-sm:justify-end">
          <p role="status" className="mr-auto px-2.5 text-14 font-semibold">
            {selected.length} selected
          </p>
          <Button onClick={selectNone}>Select none</Button>
          <Button
            variant="danger"
            icon={<Trash2 className="size-4" />}
            pending={isDeleting}
            onClick={() => void removeSelected()}
          >
            Delete {selected.length}
          </Button>
        </ActionBar>
      ) : null}
      {renamed ? (
        <Suspense>
          <RenameDraftDialog
            draft={renamed}
            onRenamed={() => {
              setRenamed(null);
              void actions.refresh();
            }}
            onClose={() => setRenamed(null)}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}
