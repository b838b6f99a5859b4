import { formatCount } from "#lib/text/format-count.ts";

/** Says how many posts the list leaves out because their data could not be read. Another service alone sends such data. */
export function UnreadablePostsNote({ count }: { count: number }) {
  return (
    <p role="note" className="mt-3 text-13 text-ink-3">
      {formatCount(count, "post")} can't be shown: the publishing service sent unreadable data.
    </p>
  );
}
