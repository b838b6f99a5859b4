import { ChevronLeft, ChevronRight } from "lucide-react";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { getPostsPath, type PostsView } from "#components/posts/posts-view.ts";

type PostsPagerProps = { view: PostsView; shown: number; total: number; isMore: boolean };

/** Steps through the pages of a list by links, so that each page has an address. */
export function PostsPager({ view, shown, total, isMore }: PostsPagerProps) {
  const { page, size } = view;
  const first = (page - 1) * size + 1;
  const last = first + shown - 1;
  if (total <= size && page === 1) return null;
  const number = (value: number) => value.toLocaleString("en-GB");
  const all = isMore ? `more than ${number(total)}` : number(total);
  const [back, on] = view.order === "desc" ? ["Newer", "Older"] : ["Older", "Newer"];
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center gap-2 text-13 text-ink-3">
      <p className="mr-auto tabular-nums">
        {shown > 0 ? `${number(first)} to ${number(last)} of ${all}` : `None of ${all} here`}
      </p>
      {page > 1 ? (
        <PrefetchLink href={getPostsPath({ ...view, page: page - 1 })} rel="prev" className={buttonClass("outline")}>
          <ChevronLeft className="size-4" /> {back}
        </PrefetchLink>
      ) : null}
      {(last < total || isMore) && shown > 0 ? (
        <PrefetchLink href={getPostsPath({ ...view, page: page + 1 })} rel="next" className={buttonClass("outline")}>
          {on} <ChevronRight className="size-4" />
        </PrefetchLink>
      ) : null}
    </nav>
  );
}
