"use client";
import { useEffect, useState } from "react";
import { fromDraftContent } from "#components/composer/drafts/from-draft-content.ts";
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
import { getDraftTitle } from "#lib/text/post-title.ts";

/** Ms without a keystroke before templates are searched. */
const typingPauseMs = 200;

type InsertTemplateDialogProps = { onPick: (template: ComposerDraft) => void; onClose: () => void };

export function InsertTemplateDialog({ onPick, onClose }: InsertTemplateDialogProps) {
  const [searchText, setSearchText] = useState("");
  const [found, setFound] = useState<{ templates: DraftSummary[]; total: number } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [pendingId, setPendingId] = useState<string | null>(null);

  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWords(searchText.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [searchText]);

  useEffect(() => {
    const control = new AbortController();
    setFailure(null);
    readDrafts({ kind: "template", words, offset: 0 }, control.signal).then(
      ({ drafts, total }) => {
        setFound({ templates: drafts, total });
        announce(formatCount(total, "template"));
      },
      (error: unknown) => control.signal.aborted || setFailure(toReadFailure(error)),
    );
    return () => control.abort();
  }, [words]);

  async function take(id: string) {
    setPendingId(id);
    const read = await readDraft({ id }).catch((error: unknown) => ({ ok: undefined, error: toReadFailure(error) }));
    setPendingId(null);
    if (read.ok) return onPick(fromDraftContent(read.ok, newId));
    setFailure(read.error ?? toReadFailure(null));
  }

  const said = failure && describeFailure(failure);
  return (
    <DialogPanel
      title="Insert template"
      description="Your templates and shared ones. The text goes in at the cursor."
      size="medium"
      onClose={onClose}
    >
      <search className="mb-3 block">
        <TextInput
          type="search"
          aria-label="Search templates"
          placeholder="Search"
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      </search>
      {said ? (
        <p role="alert" className="py-2 text-14 text-failed">
          {said.what} {said.safe}
        </p>
      ) : null}
      {found?.templates.length === 0 ? (
        <p className="py-2 text-14 text-ink-2">
          {words === ""
            ? "No templates yet. “Save as template” adds your text here."
            : `No templates match “${words}”.`}
        </p>
      ) : null}
      <ul aria-label="Templates" className="divide-y">
        {found?.templates.map(({ id, parts, images, author, ...named }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-15">{getDraftTitle({ ...named, images })}</p>
              <p className="text-13 text-ink-3">
                {formatCount(parts, "part")}
                {images > 0 ? `, ${formatCount(images, "image")}` : ""}
                {author ? `, shared by ${author.name}` : ""}
              </p>
            </div>
            <Button
              size="small"
              pending={pendingId === id}
              aria-label={`Insert: ${getDraftTitle({ ...named, images }).slice(0, 60)}`}
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
