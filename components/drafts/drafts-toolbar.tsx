"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { LinkTabs } from "#components/ui/controls/link-tabs.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { formatCount } from "#lib/text/format-count.ts";
import { type DraftsView, getDraftsPath } from "./drafts-view.ts";

type DraftsToolbarProps = { view: DraftsView; total: number };

/** Switches between drafts and templates, and searches them. */
export function DraftsToolbar({ view, total }: DraftsToolbarProps) {
  const isDrafts = view.kind === "draft";
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <LinkTabs
        label="Type"
        tabs={[
          { href: "/drafts", label: "Drafts", current: isDrafts },
          { href: "/drafts?show=templates", label: "Templates", current: !isDrafts },
        ]}
      />
      <DraftSearch key={view.kind} view={view} total={total} />
    </div>
  );
}

/** Ms after the last key press before the list follows the search text. */
const searchAfterMs = 300;

/** Returns the place of the page in the tab's history; not a number in a browser that does not tell it. */
const getHistoryIndex = () => globalThis.navigation?.currentEntry?.index ?? Number.NaN;

/** The list follows while the person types. Back returns to the list before the search. Until scripts have loaded it is a plain form. */
function DraftSearch({ view: { kind, words }, total }: DraftsToolbarProps) {
  const router = useRouter();
  const [text, setText] = useState(words);
  const [isNavigating, startNavigation] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const requested = useRef(words);
  const announced = useRef(words);
  /** The place in the history of the list before the search. */
  const listIndex = useRef(Number.NaN);

  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  useEffect(() => {
    // The address changed elsewhere, as by Back. Text that is being typed here stays.
    if (isNavigating || timer.current !== null || words === requested.current) return;
    requested.current = words;
    setText(words);
  }, [words, isNavigating]);
  useEffect(() => {
    if (announced.current === words) return;
    announced.current = words;
    announce(formatCount(total, kind));
  }, [words, total, kind]);

  function stopTimer() {
    clearTimeout(timer.current ?? undefined);
    timer.current = null;
  }

  function search(next: string) {
    stopTimer();
    if (next === requested.current) return;
    const path = getDraftsPath({ kind, words: next, page: 1 });
    // One step back for a whole search, not for each letter.
    const isFirst = requested.current === "";
    requested.current = next;
    if (isFirst) listIndex.current = getHistoryIndex();
    // Otherwise Back would show the same list once more.
    else if (next === "" && getHistoryIndex() === listIndex.current + 1) return router.back();
    startNavigation(() => (isFirst ? router.push(path) : router.replace(path)));
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    search(text.trim());
  }

  return (
    <search className="min-w-0 flex-1 sm:ml-auto sm:max-w-80" aria-busy={isNavigating}>
      <form action="/drafts" onSubmit={onSubmit}>
        {kind === "draft" ? null : <input type="hidden" name="show" value="templates" />}
        <TextInput
          type="search"
          name="q"
          value={text}
          maxLength={200}
          autoComplete="off"
          aria-label={kind === "draft" ? "Search drafts" : "Search templates"}
          placeholder="Search"
          onChange={({ target: { value } }) => {
            setText(value);
            stopTimer();
            timer.current = setTimeout(() => search(value.trim()), searchAfterMs);
          }}
        />
      </form>
    </search>
  );
}
