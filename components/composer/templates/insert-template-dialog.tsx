"use client";
import { type FormEvent, useEffect, useState } from "react";
import { fromDraftContent } from "#components/composer/drafts/draft-content-conversion.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { readDraft } from "#lib/actions/drafts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { DraftSummary } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { readDrafts } from "#lib/queries/drafts/draft-queries.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatCount } from "#lib/text/format-count.ts";

type InsertTemplateDialogProps = { onPick: (template: ComposerDraft) => void; onClose: () => void };

export function InsertTemplateDialog({ onPick, onClose }: InsertTemplateDialogProps) {
  const [searchText, setSearchText] = useState("");
  const [found, setFound] = useState<{ templates: DraftSummary[]; total: number } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pendingId, setPendingId] = useState<string | null>(null);

  useEffect(() => {
    const control = new AbortController();
    setFailure(null);
    readDrafts({ kind: "template", words: searchText, offset: 0 }, control.signal).then(
      ({ drafts, total }) => {
        setFound({ templates: drafts, total });
        announce(formatCount(total, "template"));
      },
      (error: unknown) => control.signal.aborted || setFailure(toReadFailure(error)),
    );
    return () => control.abort();
  }, [searchText]);

  async function take(id: string) {
    setPendingId(id);
    const read = await readDraft({ id }).catch((error: unknown) => ({ ok: undefined, error: toReadFailure(error) }));
    setPendingId(null);
    if (read.ok) return onPick(fromDraftContent(read.ok, newId));
    setFailure(read.error ?? toReadFailure(null));
  }

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSearchText(String(new FormData(event.currentTarget).get("q") ?? "").trim());
  }

  const said = failure && describeFailure(failure);
  return (
    <DialogPanel title="Insert template" description="Inserted at the cursor." size="medium" onClose={onClose}>
      <search>
        <form onSubmit={search} className="mb-3 flex gap-2">
          <TextInput type="search" name="q" aria-label="Search templates" placeholder="Search" />
          <Button type="submit">Search</Button>
        </form>
      </search>
      {said ? (
        <p role="alert" className="py-2 text-14 text-failed">
          {said.what} {said.safe}
        </p>
      ) : null}
      {found?.templates.length === 0 ? (
        <p className="py-2 text-14 text-ink-2">
          {searchText === ""
            ? "No templates yet. “Save as template” adds your text here."
            : `No templates match “${searchText}”.`}
        </p>
      ) : null}
      <ul aria-label="Templates" className="divide-y">
        {found?.templates.map(({ id, words: text, parts, images }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-15">{getTemplateName(text)}</p>
              <p className="text-13 text-ink-3">
                {formatCount(parts, "part")}
                {images > 0 ? `, ${formatCount(images, "image")}` : ""}
              </p>
            </div>
            <Button
              size="small"
              pending={pendingId === id}
              aria-label={`Insert: ${getTemplateName(text).slice(0, 60)}`}
              onClick={() => void take(id)}
            >
              Insert
            </Button>
          </li>
        ))}
      </ul>
      {found && found.total > found.templates.length ? (
        <p className="pt-2 text-13 text-ink-3">
          The newest {found.templates.length} of {found.total}; search for the others.
        </p>
      ) : null}
    </DialogPanel>
  );
}

const getTemplateName = (searchText: string) => searchText.split("\n", 1)[0] || "No text yet";
