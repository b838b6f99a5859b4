import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { PrefetchLink } from "./prefetch-link.tsx";

export type LinkTab = {
  href: string;
  label: string;
  count?: number;
  /** True when there are more items than `count`. */
  atLeast?: boolean;
  tone?: "failed";
  current?: boolean;
};

/** Views of one list as links, so that each has an address. On a phone they wrap, so that all are visible. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-[22px] max-sm:gap-1.5">
        {tabs.map(({ href, label: word, count, atLeast, tone, current }) => (
          <li key={href}>
            <PrefetchLink
              href={href}
              scroll={false}
              aria-current={current ? "page" : undefined}
              className={joinClassNames(
                "inline-flex h-9 items-center gap-2 border-b-2 text-14 transition-colors duration-120 pointer-coarse:h-11 max-sm:rounded-control max-sm:border max-sm:px-3",
                current
                  ? "border-accent font-semibold text-ink max-sm:bg-paper"
                  : "border-transparent text-ink-2 hover:text-ink max-sm:bg-sunk",
              )}
            >
              {word}
              {count === undefined ? null : (
                <CountBadge tone={count > 0 ? tone : undefined}>
                  {count.toLocaleString("en-GB")}
                  {atLeast ? "+" : ""}
                </CountBadge>
              )}
            </PrefetchLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
