"use client";
import { defaultPostsView, getDefaultOrder, serializePostsView } from "#components/posts/posts-view.ts";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import type { PostFilterPanelProps } from "./filter-panel-props.ts";

/** Exports every page of the filtered list as a file. */
export function ExportPanel({ view, onClose }: PostFilterPanelProps & { onClose: () => void }) {
  const { size, page, columns, density } = defaultPostsView;
  const { sort, order } = getDefaultOrder(view.status);
  const search = serializePostsView({ ...view, sort, order, size, page, columns, density });
  return (
    <div className="grid gap-2.5">
      <p className="text-13 text-ink-2">Everything in the list, on all pages, newest first.</p>
      <div className="flex gap-2">
        {(["csv", "json"] as const).map((format) => (
          <a
            key={format}
            href={`/export?format=${format}${search ? `&${search}` : ""}`}
            download
            onClick={onClose}
            className={buttonClass("outline")}
          >
            {format.toUpperCase()}
          </a>
        ))}
      </div>
    </div>
  );
}
