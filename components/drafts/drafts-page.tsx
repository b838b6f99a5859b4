"use client";
import { FileText, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { LinkTabs } from "#components/ui/controls/link-tabs.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import {
  bufferKeystrokesForNextPage,
  discardNextPageKeystrokes,
} from "#components/ui/keyboard/next-page-keystrokes.ts";
import { Page } from "#components/ui/layout/page.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { deleteDraft, duplicateDraft, restoreDraft } from "#lib/actions/drafts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Channel, DraftSummary } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { type DraftPage, readDrafts } from "#lib/queries/drafts.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { isDay } from "#lib/time/days.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";

type DraftAction = "write" | "copy" | "template" | "delete";

type DraftRowProps = {
  draft: DraftSummary;
  channels: readonly Channel[];
  now: Date;
  reader: Pick<DisplayPreferences, "zone" | "clock">;
  onAct: (wanted: DraftAction) => Promise<void>;
};

const formatDraftTime = (day: string, time: string, clock: DisplayPreferences["clock"]) =>
  `for ${formatShortDay(day)}${time === "" ? "" : `, ${formatClockTime(time, clock)}`}`;

/** One draft or template: the start of its text, its content and its actions. */
function DraftRow({ draft, channels, now, reader, onAct }: DraftRowProps) {
  const [pending, setPending] = useState<DraftAction | null>(null);
  const isTemplate = draft.kind === "template";
  const name = draft.words.split("\n", 1)[0] || "No text yet";
  const chosen = channels.filter(({ id }) => draft.channels.includes(id));
  const changed = new Date(draft.updated_at);
  const facts = [
    ...(draft.parts > 1 ? [formatCount(draft.parts, "part")] : []),
    ...(draft.images > 0 ? [formatCount(draft.images, "image")] : []),
    ...(draft.post === null ? [] : ["edit of a post"]),
    ...(draft.when && isDay(draft.when.date) ? [formatDraftTime(draft.when.date, draft.when.time, reader.clock)] : []),
  ];
  const button = (wanted: DraftAction, label: string) => (
    <Button
      size="small"
      variant="quiet"
      pending={pending === wanted}
      aria-label={`${label}: ${name.slice(0, 60)}`}
      onClick={async () => {
        setPending(wanted);
        await onAct(wanted);
        setPending(null);
      }}
    >
      {label}
    </Button>
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        {isTemplate ? (
          <p className="truncate text-15 font-medium">{name}</p>
        ) : (
          <PrefetchLink
            href={`/compose?draft=${encodeURIComponent(draft.id)}`}
            className="block truncate rounded-chip text-15 font-medium hover:text-accent pointer-coarse:py-2"
          >
            {name}
          </PrefetchLink>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
          {chosen.map(({ id, platform, name: channel }) => (
            <PlatformIcon key={id} size="small" platform={platform} label={channel} />
          ))}
          <time dateTime={draft.updated_at}>
            {formatInstant(changed, reader.zone, { clock: reader.clock })} · {formatRelativeTime(changed, now)}
          </time>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        {isTemplate ? button("write", "Use template") : null}
        {button("copy", "Duplicate")}
        {isTemplate ? null : button("template", "Save as template")}
        {button("delete", "Delete")}
      </div>
    </li>
  );
}

type DraftsPageProps = {
  kind: "draft" | "template";
  /** The search text; empty for all drafts. */
  words: string;
  first: DraftPage;
  /** Number of drafts stored as posts: they have channels and appear in the calendar's tray. */
  posts: number;
  channels: readonly Channel[];
  nowMs: number;
  reader: Pick<DisplayPreferences, "zone" | "clock">;
};

export function DraftsPage({ kind, words, first, posts, channels, nowMs, reader }: DraftsPageProps) {
  const router = useRouter();
  const now = useNow(nowMs);
  const [shown, setShown] = useState(first.drafts);
  const [total, setTotal] = useState(first.total);
  const [isPending, setIsPending] = useState(false);
  const isDrafts = kind === "draft";

  const say = (failure: Failure) => {
    const { what, safe } = describeFailure(failure);
    showToast({ tone: "failed", message: `${what} ${safe}` });
  };

  async function more() {
    setIsPending(true);
    try {
      const page = await readDrafts({ kind, words, offset: shown.length }, new AbortController().signal);
      const known = new Set(shown.map(({ id }) => id));
      setShown([...shown, ...page.drafts.filter(({ id }) => !known.has(id))]);
      setTotal(page.total);
      announce(`${page.drafts.length} more`);
    } catch (error) {
      say(toReadFailure(error));
    }
    setIsPending(false);
  }

  const put = (draft: DraftSummary) => {
    setShown((before) => [draft, ...before.filter(({ id }) => id !== draft.id)]);
    setTotal((before) => before + 1);
  };

  async function remove(draft: DraftSummary) {
    const at = shown.indexOf(draft);
    const done = await deleteDraft({ id: draft.id }).catch((error: unknown) => ({ error: toReadFailure(error) }));
    if (done.error) return say(done.error);
    setShown((before) => before.filter(({ id }) => id !== draft.id));
    setTotal((before) => before - 1);
    showToast({
      message: isDrafts ? "Draft deleted" : "Template deleted",
      undo: async () => {
        const back = await restoreDraft({ id: draft.id }).catch((error: unknown) => ({ error: toReadFailure(error) }));
        if (back.error || !back.ok) return say(back.error ?? toReadFailure(null));
        const { ok } = back;
        setShown((before) => [...before.slice(0, at), ok, ...before.slice(at)]);
        setTotal((before) => before + 1);
      },
    });
  }

  async function act(draft: DraftSummary, wanted: DraftAction) {
    if (wanted === "delete") return remove(draft);
    if (wanted === "write") bufferKeystrokesForNextPage("/compose");
    const made = await duplicateDraft({
      id: draft.id,
      newId: newId(),
      kind: wanted === "template" ? "template" : wanted === "write" ? "draft" : kind,
    }).catch((error: unknown) => ({ error: toReadFailure(error) }));
    if (made.error || !made.ok) {
      discardNextPageKeystrokes();
      return say(made.error ?? toReadFailure(null));
    }
    if (wanted === "write") return router.push(`/compose?draft=${made.ok.id}`);
    if (wanted === "copy") put(made.ok);
    showToast({ message: wanted === "template" ? "Saved as a template" : "Duplicated" });
  }

  return (
    <Page
      title="Drafts"
      note={<span>{total}</span>}
      width="reading"
      actions={<ButtonLink href="/compose">Write a post</ButtonLink>}
    >
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <LinkTabs
          label="Type"
          tabs={[
            { href: "/drafts", label: "Drafts", current: isDrafts },
            { href: "/drafts?show=templates", label: "Templates", current: !isDrafts },
          ]}
        />
        <search className="min-w-0 flex-1 sm:max-w-80">
          <form action="/drafts" className="flex items-center gap-2">
            {isDrafts ? null : <input type="hidden" name="show" value="templates" />}
            <TextInput type="search" name="q" defaultValue={words} aria-label="Search drafts" placeholder="Search" />
            <Button type="submit" icon={<Search className="size-4" />} aria-label="Search" />
          </form>
        </search>
      </div>
      {posts > 0 ? (
        <p className="mb-3 text-14 text-ink-3">
          {posts === 1 ? "1 more draft" : `${posts} more drafts`}:{" "}
          <PrefetchLink href="/posts?status=draft" className="text-accent underline">
            see {posts === 1 ? "it" : "them"} in Posts
          </PrefetchLink>
          .
        </p>
      ) : null}
      {shown.length === 0 ? (
        <EmptyState icon={<FileText />} title={emptyTitle(isDrafts, words)}>
          {words === "" &&
            (isDrafts ? "Drafts appear here until you publish them." : "Save a draft as a template to reuse it.")}
        </EmptyState>
      ) : (
        <ul aria-label={isDrafts ? "Drafts" : "Templates"} className="divide-y border-y">
          {shown.map((draft) => (
            <DraftRow
              key={draft.id}
              draft={draft}
              channels={channels}
              now={now}
              reader={reader}
              onAct={(wanted) => act(draft, wanted)}
            />
          ))}
        </ul>
      )}
      {shown.length < total ? (
        <div className="mt-4 text-center">
          <Button pending={isPending} onClick={more}>
            Show more
          </Button>
        </div>
      ) : null}
    </Page>
  );
}

function emptyTitle(isDrafts: boolean, words: string): string {
  if (words !== "") return `No results for "${words}"`;
  return isDrafts ? "No drafts" : "No templates yet";
}
