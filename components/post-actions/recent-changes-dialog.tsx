"use client";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import type { Post } from "#lib/contract/types.ts";
import { readResource } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { readUndos, runUndo, startTabUndos } from "./tab-undos.ts";
import { getTabId, type StoredUndo } from "./undo-storage.ts";

/** Lists the changes of this browser that can still be undone, newest first. */
export function RecentChangesDialog({ onClose }: { onClose: () => void }) {
  const registry = useLazyLiveQueryClient();
  const [undos, setUndos] = useState(readUndos);
  const [pending, setPending] = useState<string | null>(null);
  const titles = usePostTitles(undos);

  // An undo needs the page's queries, and the page's own start of the undos may have failed.
  useEffect(() => startTabUndos(registry), [registry]);
  // Other tabs change and undo too.
  useEffect(() => {
    const onStorage = () => setUndos(readUndos());
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, []);

  async function undo(id: string) {
    setPending(id);
    await runUndo(id);
    setPending(null);
    setUndos(readUndos());
  }

  return (
    <DialogPanel
      onClose={onClose}
      title="Recent changes"
      description="Changes of posts in this browser that can still be undone."
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {undos.length === 0 ? <p className="text-14 text-ink-2">Nothing to undo.</p> : null}
      <ul aria-label="Recent changes" className="divide-y">
        {undos.toReversed().map(({ undo: id, tab, message, doneAtMs, postId }) => (
          <li key={id} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1 text-14">
              {message}{" "}
              <span className="text-13 text-ink-3">
                {formatRelativeTime(new Date(doneAtMs), new Date())}
                {tab === getTabId() ? null : ", not in this tab"}
              </span>
              <p className="truncate text-13 text-ink-2 empty:hidden">{postId ? titles.get(postId) : null}</p>
            </div>
            <Button size="small" aria-label={`Undo: ${message}`} pending={pending === id} onClick={() => void undo(id)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </DialogPanel>
  );
}

/** Reads the titles of the changed posts; a post that can't be read has none. */
function usePostTitles(undos: readonly StoredUndo[]): ReadonlyMap<string, string> {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const ids = [...new Set(undos.flatMap(({ postId }) => postId ?? []))].join();
  useEffect(() => {
    const stop = new AbortController();
    for (const id of ids === "" ? [] : ids.split(",")) {
      readResource<Post>(`posts/${encodeURIComponent(id)}`, {}, stop.signal).then(
        (post) => setTitles((known) => new Map(known).set(id, getPostTitle(post))),
        () => undefined,
      );
    }
    return () => stop.abort();
  }, [ids]);
  return titles;
}
