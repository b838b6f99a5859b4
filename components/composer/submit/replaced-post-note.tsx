"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { updatePosts } from "#lib/actions/bulk-posts.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/** Deletes the earlier version of a post that was created again, and says if it is gone. */
export function ReplacedPostNote({ id }: { id: string }) {
  const [status, setStatus] = useState<"deleting" | "deleted" | { failed: string }>("deleting");
  const isBegun = useRef(false);

  async function remove(): Promise<void> {
    setStatus("deleting");
    try {
      const { ok, error } = await updatePosts({ action: "delete", posts: [{ id }] });
      const refused = ok?.refused[0]?.error;
      // A post that is gone already needs no deletion.
      const failed = error ?? (refused?.code === "not_found" ? undefined : refused);
      setStatus(failed ? { failed: failed.message } : "deleted");
    } catch (thrown) {
      setStatus({ failed: toReadFailure(thrown).message });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: deletes once
  useEffect(() => {
    if (!isBegun.current) void remove();
    isBegun.current = true;
  }, []);

  if (typeof status === "string") {
    return (
      <p role="status" className="mt-1.5 text-14 text-ink-2">
        {status === "deleted" ? "The earlier version was deleted." : "Deleting the earlier version…"}
      </p>
    );
  }
  return (
    <Banner
      role="alert"
      tone="failed"
      title="The earlier version is still there."
      className="mt-3"
      actions={
        <Button size="small" onClick={() => void remove()}>
          Delete it
        </Button>
      }
    >
      {status.failed} If it is scheduled, it is published as well.{" "}
      <PrefetchLink href={`/posts/${encodeURIComponent(id)}`} className="underline underline-offset-2">
        View it
      </PrefetchLink>
    </Banner>
  );
}
