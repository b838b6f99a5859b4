import { hasActiveFilters, type PostsView } from "#components/posts/posts-view.ts";

/** Returns an export's file name: `posts-failed-2026-11-21.csv`; the day is in UTC. */
export function getExportFileName(view: PostsView, format: "csv" | "json", now: Date): string {
  const which = view.deleted ? "-deleted" : view.status ? `-${view.status}` : "";
  return `posts${which}${hasActiveFilters(view) ? "-filtered" : ""}-${now.toISOString().slice(0, 10)}.${format}`;
}
