import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
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

/** Scrolls a row that is longer than a phone to the current tab. */
const showCurrent = (tab: HTMLElement | null) => {
  const row = tab?.parentElement;
  if (row && row.scrollWidth > row.clientWidth) row.scrollLeft = tab.offsetLeft - row.offsetLeft - 48;
};

/**
 * Views of one list as links, so that each has an address. On a phone they are one row that scrolls, without the empty
 * ones; on a tablet without these they fit.
 */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label} className="max-w-full min-w-0">
      <ul className="relative flex flex-wrap gap-x-[22px] max-sm:flex-nowrap max-sm:gap-1.5 max-sm:overflow-x-auto max-sm:[scrollbar-width:none]">
        {tabs.map(({ href, label: word, count, atLeast, tone, current }, at) => (
          <li
            key={word}
            ref={current ? showCurrent : undefined}
            className={at > 0 && count === 0 && !current ? "max-lg:hidden" : "shrink-0"}
          >
            <PrefetchLink
              href={href}
              scroll={false}
              aria-current={current ? "page" : undefined}
              className={joinClassNames(
                "inline-flex h-9 items-center gap-2 border-b-2 text-14 pointer-coarse:h-11 max-sm:rounded-control max-sm:border max-sm:px-3",
                current
                  ? "border-accent font-semibold text-ink max-sm:bg-paper"
                  : "border-transparent text-ink-2 hover:text-ink max-sm:bg-sunk",
              )}
            >
              {word}
              {count === undefined ? null : (
                <CountBadge tone={count > 0 ? tone : undefined}>
                  {formatNumber(count)}
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
