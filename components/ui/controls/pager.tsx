import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatNumber } from "#components/ui/format-number.ts";
import { buttonClass } from "./button-class.tsx";
import { PrefetchLink } from "./prefetch-link.tsx";

type PagerProps = {
  /** Returns the address of a page; the first page is 1. */
  getPath: (page: number) => string;
  page: number;
  pageSize: number;
  /** Number of rows on this page. */
  visibleCount: number;
  /** Number of rows on all pages; null if unknown. */
  total: number | null;
  /** True if there are more rows than `total`. */
  isLowerBound?: boolean;
  /** For an unknown total: true if a next page exists. */
  hasMore?: boolean;
  /** Labels of the links to the page before and after. */
  labels?: readonly [previous: string, next: string];
};

/** Links to the pages of a list, so that each page has an address. Shows nothing for a list of one page. */
export function Pager({
  getPath,
  page,
  pageSize,
  visibleCount,
  total,
  labels = ["Newer", "Older"],
  ...rest
}: PagerProps) {
  const first = (page - 1) * pageSize + 1;
  const last = first + visibleCount - 1;
  const isLowerBound = rest.isLowerBound === true;
  const hasNext = visibleCount > 0 && (rest.hasMore ?? (isLowerBound || (total !== null && last < total)));
  if (page === 1 && !hasNext) return null;
  const totalLabel = total === null ? "" : ` of ${isLowerBound ? "more than " : ""}${formatNumber(total)}`;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-2 text-13 text-ink-3">
      <p className="mr-auto tabular-nums">
        {visibleCount > 0 ? `${formatNumber(first)} to ${formatNumber(last)}` : "None"}
        {totalLabel}
      </p>
      {page > 1 ? (
        <PrefetchLink href={getPath(page - 1)} rel="prev" className={buttonClass()}>
          <ChevronLeft className="size-4" /> {labels[0]}
        </PrefetchLink>
      ) : null}
      {hasNext ? (
        <PrefetchLink href={getPath(page + 1)} rel="next" className={buttonClass()}>
          {labels[1]} <ChevronRight className="size-4" />
        </PrefetchLink>
      ) : null}
    </nav>
  );
}
