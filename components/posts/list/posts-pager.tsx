import { ChevronLeft, ChevronRight } from "lucide-react";
import { getPostsPath, type PostsView } from "#components/posts/posts-view.ts";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";

type PostsPagerProps = { view: PostsView; visibleCount: number; total: number; isLowerBound: boolean };

/** Links to the pages of a list, so that each page has an address. */
export function PostsPager({ view, visibleCount, total, isLowerBound }: PostsPagerProps) {
  const { page, size } = view;
  const first = (page - 1) * size + 1;
  const last = first + visibleCount - 1;
  const number = (value: number) => value.toLocaleString("en-GB");
  const totalLabel = isLowerBound ? `more than ${number(total)}` : number(total);
  const names = view.sort === "scheduled" ? ["Later", "Earlier"] : ["Newer", "Older"];
  const [back, on] = view.order === "desc" ? names : names.toReversed();
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center gap-2 text-13 text-ink-3">
      <p className="mr-auto tabular-nums">
        {visibleCount > 0 ? `${number(first)} to ${number(last)} of ${totalLabel}` : `None of ${totalLabel} here`}
      </p>
      {page > 1 ? (
        <PrefetchLink href={getPostsPath({ ...view, page: page - 1 })} rel="prev" className={buttonClass("outline")}>
          <ChevronLeft className="size-4" /> {back}
        </PrefetchLink>
      ) : null}
      {(last < total || isLowerBound) && visibleCount > 0 ? (
        <PrefetchLink href={getPostsPath({ ...view, page: page + 1 })} rel="next" className={buttonClass("outline")}>
          {on} <ChevronRight className="size-4" />
        </PrefetchLink>
      ) : null}
    </nav>
  );
}
