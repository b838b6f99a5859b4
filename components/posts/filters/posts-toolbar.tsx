"use client";
import { CalendarDays, Download, Filter, Search, SlidersHorizontal, UsersRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { formatDateRange } from "#components/posts/posts-filter-labels.ts";
import { getPostsPath, type PostsView } from "#components/posts/posts-view.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { useOptimisticParams } from "#components/ui/use-optimistic-params.tsx";
import type { PostsToolbarProps } from "./filter-panel-props.ts";
import type { PostsPanel } from "./posts-toolbar-panel.tsx";

type Panel = PostsPanel | "sheet";

// Loaded once the pointer or the focus reaches the buttons, at the latest with the first press.
const loadPanel = () => import("./posts-toolbar-panel.tsx").then((file) => file.PostsToolbarPanel);
const loadDialog = () => import("./post-filters-dialog.tsx").then((file) => file.PostFiltersDialog);
const preload = (panel: Panel) => {
  const load: () => Promise<unknown> = panel === "sheet" ? loadDialog : loadPanel;
  load().catch(() => undefined);
};
const PostsToolbarPanel = lazyComponent(loadPanel);
const PostFiltersDialog = lazyComponent(loadDialog);

/** Ms after the last key press before the list follows the search text. */
const searchAfterMs = 300;

/** Searches, filters, sorts and exports the list. Every step has an address of its own. */
export function PostsToolbar(props: PostsToolbarProps) {
  const { channels, members } = props;
  const router = useRouter();
  const follow = (next: PostsView) => router.replace(getPostsPath(next), { scroll: false });
  const { requestedParams: view, isNavigating, request } = useOptimisticParams(props.view, follow);
  const [open, setOpen] = useState<Panel | null>(null);
  const onView = (change: Partial<PostsView>) => request({ page: 1, ...change });

  /** A panel that closes while another one opens leaves that one open. */
  const close = (panel: Panel) => setOpen((now) => (now === panel ? null : now));
  const opener = (panel: Panel) => ({
    "aria-haspopup": "dialog" as const,
    "aria-expanded": open === panel,
    onPointerEnter: () => preload(panel),
    onFocus: () => preload(panel),
    onClick: () => setOpen(open === panel ? null : panel),
  });
  const panel = { ...props, view, onView };
  const onlyChannel = view.channels.length === 1 ? channels.find(({ id }) => id === view.channels[0]) : undefined;
  const memberName = members?.find(({ id }) => id === view.member)?.name;
  const filterCount = view.channels.length + (formatDateRange(view) ? 1 : 0) + (memberName ? 1 : 0);

  return (
    <div className="flex flex-wrap items-center justify-end gap-1.5 max-lg:w-full" aria-busy={isNavigating}>
      <SearchField initialText={view.text} onTextChange={(text) => onView({ text })} />
      <div className="contents max-sm:hidden max-lg:[&>button]:px-2.5">
        <Button variant="quiet" icon={<Filter className="size-4" />} {...opener("channel")}>
          {onlyChannel?.name ?? ["Channel", "1 channel"][view.channels.length] ?? `${view.channels.length} channels`}
        </Button>
        <Button variant="quiet" icon={<CalendarDays className="size-4" />} {...opener("time")}>
          {formatDateRange(view) ?? "Any time"}
        </Button>
        {members ? (
          <Button variant="quiet" icon={<UsersRound className="size-4" />} {...opener("member")}>
            {memberName ?? "Author"}
          </Button>
        ) : null}
        <Button variant="quiet" icon={<SlidersHorizontal className="size-4" />} {...opener("look")}>
          View
        </Button>
        <Button icon={<Download className="size-4" />} {...opener("export")}>
          Export
        </Button>
      </div>
      <Button className="sm:hidden" icon={<SlidersHorizontal className="size-4" />} {...opener("sheet")}>
        {filterCount > 0 ? `Filters ${filterCount}` : "Filters"}
      </Button>
      {open === "sheet" ? <PostFiltersDialog {...panel} onClose={() => close("sheet")} /> : null}
      {open && open !== "sheet" ? (
        <PostsToolbarPanel key={open} panel={open} {...panel} onClose={() => close(open)} />
      ) : null}
    </div>
  );
}

/** Searches the posts' text. The list follows while the person types; `/` focuses the field, Esc leaves it. */
function SearchField({ initialText, onTextChange }: { initialText: string; onTextChange: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [text, setText] = useState(initialText);

  useEffect(() => {
    // The search was cleared or opened elsewhere; text that is being typed here stays.
    if (document.activeElement !== field.current) setText(initialText);
  }, [initialText]);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);

  useShortcuts("Posts", [{ keys: "/", label: "Search", run: () => field.current?.select() }]);

  function search(next: string) {
    clearTimeout(timer.current ?? undefined);
    if (next.trim() !== initialText) onTextChange(next.trim());
  }

  return (
    <search className="relative flex items-center max-lg:flex-1">
      <Search className="pointer-events-none absolute left-3 size-4 text-ink-3" />
      <input
        ref={field}
        type="search"
        aria-label="Search posts"
        aria-keyshortcuts="/"
        placeholder="Search"
        maxLength={200}
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          clearTimeout(timer.current ?? undefined);
          timer.current = setTimeout(() => search(value), searchAfterMs);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isImeComposing(event.nativeEvent)) search(text);
          if (event.key !== "Escape") return;
          event.stopPropagation();
          event.currentTarget.blur();
        }}
        className="peer h-9 w-[168px] appearance-none rounded-control border border-transparent bg-transparent pr-8 pl-9 text-14 text-ink hover:bg-sunk focus:border-accent focus:bg-paper focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent-line not-placeholder-shown:border-line-control not-placeholder-shown:bg-paper max-lg:w-full! max-lg:border-line-control max-lg:bg-paper pointer-coarse:h-11 pointer-coarse:text-[1rem]"
      />
      <span className="absolute inset-y-0 right-2.5 flex items-center peer-focus:hidden peer-not-placeholder-shown:hidden max-lg:hidden">
        <Kbd keys="/" />
      </span>
    </search>
  );
}
