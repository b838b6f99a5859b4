"use client";
import { useId } from "react";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import type { DraftConflict } from "./draft-sync.ts";
import { type DiffPiece, diffTexts } from "./text-diff.ts";

type DraftConflictBannerProps = {
  conflict: DraftConflict;
  mine: ComposerDraft;
  onChoose: (choice: "mine" | "theirs" | "copy") => void;
};

const getText = ({ parts }: ComposerDraft) => parts.map((part) => part.text).join("\n\n");

/**
 * Shows the two versions of a draft side by side and lets the author choose. Neither is overwritten before the choice.
 */
export function DraftConflictBanner({ conflict, mine, onChoose }: DraftConflictBannerProps) {
  const { zone, clock } = usePreferences();
  const titleId = useId();
  const { gone, at } = conflict;
  const time = at === null ? null : formatClockTime(toWallTime(new Date(at), zone).time, clock);
  if (gone !== null) {
    const [first] = gone.type === "sent" ? gone.postIds : [];
    return (
      <section
        role="status"
        aria-labelledby={titleId}
        className="mb-3 rounded-card border bg-publishing-wash p-4 text-14"
      >
        <h2 id={titleId} className="font-semibold text-publishing">
          {gone.type === "sent" ? "This draft was sent elsewhere" : `Deleted elsewhere at ${time}`}
        </h2>
        <p className="mt-1 text-ink-2">
          Your text is safe in this browser.
          {first ? (
            <>
              {" "}
              <PrefetchLink href={`/posts/${encodeURIComponent(first)}`} className="text-accent underline">
                View post
              </PrefetchLink>
            </>
          ) : null}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" onClick={() => onChoose("copy")}>
            Keep mine as a new draft
          </Button>
        </div>
      </section>
    );
  }
  const marked = diffTexts(getText(mine), getText(conflict.draft));
  return (
    <section
      role="status"
      aria-labelledby={titleId}
      className="mb-3 rounded-card border bg-publishing-wash p-4 text-14"
    >
      <h2 id={titleId} className="font-semibold text-publishing">
        {time === null ? "Changed in another tab" : `Changed elsewhere at ${time}`}
      </h2>
      <p className="mt-1 text-ink-2">Both versions are safe until you choose.</p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <DiffText title="Here" pieces={marked.mine} />
        <DiffText title="Elsewhere" pieces={marked.theirs} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onChoose("mine")}>
          Keep mine
        </Button>
        <Button size="small" onClick={() => onChoose("theirs")}>
          Use the other version
        </Button>
        <Button size="small" variant="quiet" onClick={() => onChoose("copy")}>
          Keep mine as a new draft
        </Button>
      </div>
    </section>
  );
}

function DiffText({ title, pieces }: { title: string; pieces: readonly DiffPiece[] }) {
  const id = useId();
  return (
    <div>
      <h3 id={id} className="text-12 font-semibold text-ink-2">
        {title}
      </h3>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls, so keys must reach it
        tabIndex={0}
        aria-labelledby={id}
        className="mt-1 max-h-56 overflow-y-auto rounded-control border bg-paper p-3 wrap-anywhere whitespace-pre-wrap"
      >
        {pieces.map(
          ({ text, isOnly }, at) =>
            // biome-ignore-start lint/suspicious/noArrayIndexKey: the pieces of one text are always rendered together
            isOnly ? (
              <mark key={at} className="rounded-sm bg-accent-wash text-ink underline decoration-accent">
                {text}
              </mark>
            ) : (
              <span key={at}>{text}</span>
            ),
          // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
        )}
        {pieces.length === 0 ? <span className="text-ink-3">No text.</span> : null}
      </section>
    </div>
  );
}
