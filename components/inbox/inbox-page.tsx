"use client";
import { CheckCheck, Inbox } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { moveFocusInList, useListShortcuts } from "#components/ui/keyboard/use-list-shortcuts.tsx";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { lazyComponent, PendingOverlay } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { type InboxScope, type InboxState, inboxQueries } from "#lib/queries/inbox.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { InboxItemCard } from "./inbox-item-card.tsx";
import type { InboxPermissions, TriagePanel } from "./inbox-item-triage.tsx";
import type { InboxTimeOptions } from "./inbox-times.ts";
import { useInboxActions } from "./use-inbox-actions.ts";

const tabs = [
  { state: "open", label: "Open", href: "/inbox" },
  { state: "snoozed", label: "Snoozed", href: "/inbox?show=snoozed" },
  { state: "done", label: "Done", href: "/inbox?show=done" },
] as const;

/** Tabs for open, snoozed and done items, each with an address of its own. */
function InboxStateTabs({ state, canSnooze }: { state: InboxState; canSnooze: boolean }) {
  return (
    <nav aria-label="Show" className="segments">
      {(canSnooze ? tabs : tabs.filter((tab) => tab.state !== "snoozed")).map((tab) => (
        <PrefetchLink
          key={tab.state}
          href={tab.href}
          aria-current={tab.state === state ? "page" : undefined}
          className="segment"
        >
          {tab.label}
        </PrefetchLink>
      ))}
    </nav>
  );
}

type InboxPageProps = {
  state: InboxState;
  scope: InboxScope;
  scopeSwitch: ReactNode;
  first: InboxItem[];
  nowMs: number;
  reader: InboxTimeOptions;
  may: InboxPermissions;
};

// Both follow the first view of the items.
const InboxItemTriage = lazyComponent(() => import("./inbox-item-triage.tsx").then((file) => file.InboxItemTriage));
const InboxShortcutHints = lazyComponent(() =>
  import("./inbox-shortcut-hints.tsx").then((file) => file.InboxShortcutHints),
);

const cards = "[data-item]";
const getFocusedKey = () => document.activeElement?.closest<HTMLElement>(cards)?.dataset["item"] ?? null;
/** Longest time between the presses of a double click, as most systems set it. */
const doubleClickMs = 500;

/** The inbox: one card per cause, usable by keyboard, kept up to date by events. */
export function InboxPage({ state, scope, scopeSwitch, first, nowMs, reader, may }: InboxPageProps) {
  const now = useNow(nowMs);
  const reading = useMemo(() => inboxQueries.list(state, scope), [state, scope]);
  const { data: items, error } = useLiveQuery(reading, first, nowMs);
  const { acts, pending } = useInboxActions(state, scope);
  const list = useRef<HTMLDivElement>(null);
  // Held here: a key may open a panel before its code is loaded.
  const [triage, setTriage] = useState<{ key: string; panel: TriagePanel } | null>(null);
  // A panel ends with its card, which may come back.
  if (triage && !items.some(({ key, settled }) => key === triage.key && !settled)) setTriage(null);
  const unread = items.filter((item) => item.unread);
  const isOpen = state === "open";

  /** Returns the item of the card with the focus, else the first item. */
  const current = (): InboxItem | undefined => {
    const key = getFocusedKey();
    return items.find((item) => item.key === key) ?? items[0];
  };
  const onCurrent = (act: (item: InboxItem) => unknown) => () => {
    const item = current();
    if (item) void act(item);
  };
  /** Others' failed posts have no marks: they leave the list once they are solved. */
  const canMark = (item: InboxItem) => may.mark && (scope === "mine" || item.kind !== "post_failed");

  useListShortcuts({
    title: "Inbox",
    line: "item",
    step: (by) => moveFocusInList(list.current, cards, by),
    isOn: items.length > 0,
  });
  useShortcuts(
    "Inbox",
    [
      { keys: "enter", label: "Fix", run: () => triggerMainAction() },
      { keys: "e", label: "Done", run: onCurrent((item) => canMark(item) && acts.done(item)) },
      {
        keys: "u",
        label: "Read or unread",
        run: onCurrent((item) => canMark(item) && (item.unread ? acts.read([item.key]) : acts.unread(item))),
      },
    ],
    { isOn: isOpen && items.length > 0 && may.mark },
  );
  const canAssign = may.manage && scope === "everyone";
  const openTriage = (panel: TriagePanel) =>
    onCurrent(({ key, kind }) => (panel === "snooze" || kind === "post_failed") && setTriage({ key, panel }));
  useShortcuts(
    "Inbox",
    [
      ...(may.snooze ? [{ keys: "s", label: "Snooze", run: openTriage("snooze") }] : []),
      ...(canAssign ? [{ keys: "a", label: "Assign", run: openTriage("assign") }] : []),
    ],
    { isOn: isOpen && items.length > 0 && may.mark },
  );
  useKeepFocus(list.current, `${state} ${scope}`, items);

  return (
    <Page
      title="Inbox"
      width="reading"
      note={
        <>
          {scopeSwitch}
          {isOpen && items.length > 0 ? formatOpenCount(items.length) : null}
        </>
      }
      actions={
        <>
          {unread.length > 0 && may.mark ? (
            <Button
              variant="quiet"
              icon={<CheckCheck className="size-4" />}
              onClick={() => void acts.read(unread.map((item) => item.key))}
            >
              <span className="max-sm:sr-only">Mark all as read</span>
            </Button>
          ) : null}
          <InboxStateTabs state={state} canSnooze={may.snooze} />
        </>
      }
    >
      {error ? <StaleBanner reason={toReadFailure(error).message} className="mb-3.5" /> : null}
      <div ref={list} className="grid gap-3.5">
        {items.map((item) => (
          <InboxItemCard
            key={`${item.key} ${item.settled}`}
            item={item}
            reader={reader}
            now={now}
            may={{ change: may.change && (may.manage || scope === "mine"), mark: canMark(item) }}
            triage={
              item.settled || state === "done" ? null : (
                <Suspense
                  fallback={triage?.key === item.key ? <PendingOverlay onClose={() => setTriage(null)} /> : null}
                >
                  <InboxItemTriage
                    item={item}
                    state={state}
                    scope={scope}
                    reader={reader}
                    now={now}
                    may={may}
                    open={triage?.key === item.key ? triage.panel : null}
                    onOpen={(panel) =>
                      setTriage((latest) =>
                        panel ? { key: item.key, panel } : latest?.key === item.key ? null : latest,
                      )
                    }
                  />
                </Suspense>
              )
            }
            pending={pending?.key === item.key ? pending.act : null}
            onAct={(act) => void acts.run(item, act)}
            onDone={() => void acts.done(item)}
            onReopen={() => void acts.reopen(item)}
            onToggleRead={() => void (item.unread ? acts.read([item.key]) : acts.unread(item))}
            onMeet={() => item.unread && canMark(item) && void acts.read([item.key])}
          />
        ))}
      </div>
      {items.length === 0 ? <InboxEmptyState state={state} /> : null}
      {items.length > 0 && isOpen && may.mark ? (
        <Suspense>
          <InboxShortcutHints canSnooze={may.snooze} canAssign={canAssign} />
        </Suspense>
      ) : null}
    </Page>
  );
}

const formatOpenCount = (count: number) => formatCount(count, "open item");

function InboxEmptyState({ state }: { state: InboxState }) {
  return state === "open" ? (
    <EmptyState icon={<Inbox />} title="All caught up">
      Failed posts appear here with the reason and the fix.
    </EmptyState>
  ) : state === "snoozed" ? (
    <EmptyState icon={<Inbox />} title="Nothing snoozed">
      Snoozed items come back at their time, or when something changes.
    </EmptyState>
  ) : (
    <EmptyState icon={<Inbox />} title="Nothing done yet">
      Items stay here for 30 days after they are done or resolved.
    </EmptyState>
  );
}

/**
 * Presses the filled button of the focused card. Without a focused card nothing happens, so that no post is published
 * by accident.
 */
function triggerMainAction(): false | undefined {
  const card = document.activeElement;
  if (!(card instanceof HTMLElement) || !card.matches(cards)) return false;
  card.querySelector<HTMLElement>("[data-main=true]")?.click();
  return undefined;
}

/**
 * Moves the focus to the next card when the focused card disappears, so that several items can be handled without a
 * mouse.
 */
function useKeepFocus(list: HTMLElement | null, view: string, items: readonly InboxItem[]): void {
  const before = useRef<{ view: string; keys: string[]; focused: string | null }>({ view, keys: [], focused: null });

  useEffect(() => {
    if (!list) return;
    const note = () => {
      before.current.focused = getFocusedKey();
    };
    list.addEventListener("focusin", note);
    return () => list.removeEventListener("focusin", note);
  }, [list]);

  useEffect(() => {
    const { view: viewBefore, keys, focused } = before.current;
    const now = items.map((item) => item.key);
    // Another view is no change of this one.
    const isOtherView = viewBefore !== view;
    before.current = { view, keys: now, focused: isOtherView ? getFocusedKey() : focused };
    if (isOtherView) return;
    const gone = keys.filter((key) => !now.includes(key));
    if (gone.length === 0) return;
    announce(now.length === 0 ? "Nothing left" : `${now.length} left`);
    // The next card moves up: the second press of a double click must not act on it.
    list?.classList.add("pointer-events-none");
    setTimeout(() => list?.classList.remove("pointer-events-none"), doubleClickMs);
    const at = focused === null ? -1 : keys.indexOf(focused);
    const active = document.activeElement;
    const isFocusElsewhere = active !== null && active !== document.body && !list?.contains(active);
    if (at === -1 || now.includes(keys[at] ?? "") || isFocusElsewhere) return;
    const next = keys.slice(at + 1).find((key) => now.includes(key)) ?? now.at(-1);
    list?.querySelector<HTMLElement>(`[data-item="${CSS.escape(next ?? "")}"]`)?.focus();
  }, [list, view, items]);
}
