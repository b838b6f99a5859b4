import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { cn } from "#components/ui/cn.tsx";
import type { InboxState } from "#lib/queries/inbox.ts";

const tabs = [
  { state: "open", label: "Open", href: "/inbox" },
  { state: "done", label: "Done", href: "/inbox?show=done" },
] as const;

/** What needs one, and what is behind one, each at an address of its own. */
export function InboxStateTabs({ state }: { state: InboxState }) {
  return (
    <nav aria-label="Show" className="inline-flex rounded-control bg-sunk p-[3px]">
      {tabs.map((tab) => (
        <PrefetchLink
          key={tab.state}
          href={tab.href}
          aria-current={tab.state === state ? "page" : undefined}
          className={cn(
            "inline-flex h-[30px] items-center rounded-chip border px-3 text-13 transition-colors duration-120 pointer-coarse:h-11",
            tab.state === state
              ? "border-line bg-paper font-medium text-ink shadow-lift"
              : "border-transparent text-ink-2 hover:text-ink",
          )}
        >
          {tab.label}
        </PrefetchLink>
      ))}
    </nav>
  );
}
