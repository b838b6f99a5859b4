"use client";
import { Command } from "cmdk";
import { ArrowRight, CalendarDays, CornerDownLeft, FileText, History, List, Radio, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentType, useEffect, useState } from "react";
import { applyTheme } from "#components/shell/apply-theme.ts";
import { newPostPath } from "#components/shell/navigation/nav-items.tsx";
import { switchMembership } from "#components/shell/organization/switch-membership.ts";
import { openOverlay } from "#components/shell/overlay-store.tsx";
import { parseTheme } from "#components/shell/theme-cookie.ts";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { bufferKeystrokesForNextPage, takeBufferedKeystrokes } from "#components/ui/keyboard/buffered-keystrokes.ts";
import { KbdSequence } from "#components/ui/keyboard/kbd-sequence.tsx";
import { triggerShortcut } from "#components/ui/keyboard/shortcut-registry.tsx";
import { mayLeavePage } from "#components/ui/leave-guard.ts";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { signOutAndLeave } from "#lib/queries/sign-out/sign-out.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { type CommandGroupName, commandGroups, type PaletteCommand } from "./filter-commands.ts";
import type { ShellFeatures } from "./static-commands.ts";
import { useCommands } from "./use-commands.ts";

const icons: Record<CommandGroupName, ComponentType<{ className?: string }>> = {
  Recent: History,
  "Go to": ArrowRight,
  Do: CornerDownLeft,
  Calendar: CalendarDays,
  Channels: Radio,
  Drafts: FileText,
  Posts: List,
};

const statuses = ["draft", "scheduled", "publishing", "published", "failed", "canceled"];

const queryMax = 200;

async function signOut(): Promise<void> {
  const problem = await signOutAndLeave();
  if (problem) showToast({ tone: "failed", message: problem });
}

/** The command palette: finds pages, actions, channels, calendar months and posts by name or text. */
export function CommandPalette({ offered, onClose }: { offered: ShellFeatures; onClose: () => void }) {
  const router = useRouter();
  const [typed, setTyped] = useState("");
  /** Enter was typed before the palette appeared: the first result is chosen as soon as it is known. */
  const [isEnterPending, setEnterPending] = useState(false);
  const { entries, isSearching, isFailed, keep } = useCommands(typed, offered);

  function choose(entry: PaletteCommand): void {
    keep(entry);
    onClose();
    if (entry.href !== undefined && !mayLeavePage(entry.href)) return;
    if (entry.href === newPostPath) bufferKeystrokesForNextPage();
    if (entry.href !== undefined) router.push(entry.href);
    else if (entry.act === "keys") openOverlay("keys");
    else if (entry.act === "undo") triggerShortcut("mod+alt+z");
    // A download leaves the page open.
    else if (entry.act === "csv" || entry.act === "json") location.assign(`/export?format=${entry.act}`);
    else if (entry.act === "out") void signOut();
    else if (entry.act === "organization") openOverlay("organization");
    else if (entry.act?.startsWith("switch ")) void switchMembership(entry.act.slice("switch ".length));
    else if (entry.act !== undefined) applyTheme(parseTheme(entry.act));
  }

  /** Takes what was typed while the palette's code loaded. Until the field has the focus, the buffer gets every key. */
  function takeEarlyKeystrokes(): void {
    const [words = "", ...lines] = takeBufferedKeystrokes().split("\n");
    if (words === "") return;
    setTyped(words.slice(0, queryMax));
    setEnterPending(lines.length > 0);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the commands of the early text
  useEffect(() => {
    if (!isEnterPending) return;
    setEnterPending(false);
    if (entries[0]) choose(entries[0]);
  }, [isEnterPending]);

  const groups = commandGroups
    .map((group) => ({ group, of: entries.filter((entry) => entry.group === group) }))
    .filter(({ of }) => of.length > 0);
  const count = formatCount(entries.length, "result");

  return (
    <DialogPanel title="Search or run a command" size="medium" isBare onClose={onClose}>
      <Command
        label="Search or run a command"
        shouldFilter={false}
        vimBindings={false}
        loop
        className="flex min-h-0 flex-col"
      >
        <div className="flex items-center gap-2.5 border-b pr-14 pl-4">
          <Search className="size-[18px] text-ink-3" />
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder="Search pages, actions, channels, months and posts…"
            onFocus={takeEarlyKeystrokes}
            maxLength={queryMax}
            className="h-12 min-w-0 flex-1 bg-transparent text-15 outline-none"
          />
        </div>
        <Command.List
          label="Results"
          className="max-h-[min(420px,60dvh)] overflow-y-auto p-2 has-[[cmdk-list-sizer]:empty]:py-0"
        >
          {groups.map(({ group, of }) => (
            <Command.Group
              key={group}
              value={group}
              heading={<p className="px-2.5 pt-2 pb-1 text-12 font-medium text-ink-3">{group}</p>}
            >
              {of.map((entry) => (
                <CommandItem key={entry.id} entry={entry} onSelect={() => choose(entry)} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {/* Outside the list: a listbox may only contain options. */}
        <div className="px-2 empty:hidden">
          {isSearching ? <p className="px-2.5 pt-1 pb-3 text-13 text-ink-3">Searching drafts and posts…</p> : null}
          {isFailed ? (
            <p className="px-2.5 pt-1 pb-3 text-13 text-failed">Drafts and posts can't be searched right now.</p>
          ) : null}
          {entries.length === 0 && !isSearching ? (
            <p className="px-2.5 py-6 text-center text-14 text-ink-3">No results.</p>
          ) : null}
        </div>
      </Command>
      <p role="status" className="sr-only">
        {typed.trim() === "" ? "" : isSearching ? "Searching drafts and posts" : count}
      </p>
    </DialogPanel>
  );
}

function CommandItem({ entry, onSelect }: { entry: PaletteCommand; onSelect: () => void }) {
  const Icon = icons[entry.group];
  return (
    <Command.Item
      value={entry.id}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-chip px-2.5 py-1.5 text-14 text-ink-2 data-[selected=true]:bg-accent-wash data-[selected=true]:text-ink pointer-coarse:min-h-11"
    >
      <Icon className="size-4 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      {entry.note === undefined ? null : statuses.includes(entry.note) ? (
        <StatusBadge status={entry.note} />
      ) : (
        <span className="text-12 text-ink-3">{entry.note}</span>
      )}
      {entry.keys ? <KbdSequence keys={entry.keys} /> : null}
    </Command.Item>
  );
}
