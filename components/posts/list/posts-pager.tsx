import { getPostsPath, type PostsView } from "#components/posts/posts-view.ts";
import { Pager } from "#components/ui/controls/pager.tsx";

type PostsPagerProps = { view: PostsView; visibleCount: number; total: number; isLowerBound: boolean };

/** Links to the pages of the list; their labels follow its order. */
export function PostsPager({ view, ...counts }: PostsPagerProps) {
  const labels = view.sort === "scheduled" ? (["Later", "Earlier"] as const) : (["Newer", "Older"] as const);
  return (
    <Pager
      getPath={(page) => getPostsPath({ ...view, page })}
      page={view.page}
      pageSize={view.size}
      labels={view.order === "desc" ? labels : [labels[1], labels[0]]}
      {...counts}
    />
  );
}
