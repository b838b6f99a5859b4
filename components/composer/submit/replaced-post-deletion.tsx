"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { deleteReplacedPost } from "#lib/actions/posts.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type RemovalStatus = "deleting" | "deleted" | "published" | { failed: string };

/**
 * Says if the earlier version of a post that was created again is gone. The action that created the post deletes it; this
 * page deletes it where the answer of that action was lost.
 */
export function ReplacedPostDeletion({ id }: { id: string }) {
  const [status, setStatus] = useState<RemovalStatus>("deleting");
  const isBegun = useRef(false);

  async function remove(): Promise<void> {
    setStatus("deleting");
    setStatus(await removeEarlierPost(id));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: deletes once
  useEffect(() => {
    if (!isBegun.current) void remove();
    isBegun.current = true;
  }, []);

  if (status === "deleting" || status === "deleted") {
    return (
      <p role="status" className="mt-1.5 text-14 text-ink-2">
        {status === "deleted" ? "The earlier version was deleted." : "Deleting the earlier version…"}
      </p>
    );
  }
  const link = (
    <PrefetchLink href={`/posts/${encodeURIComponent(id)}`} className="underline underline-offset-2">
      View it
    </PrefetchLink>
  );
  if (status === "published") {
    return (
      <Banner role="alert" tone="failed" title="The earlier version is published." className="mt-3">
        It is live as well as this one. Delete the one that you don't want. {link}
      </Banner>
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
      {status.failed} If it is scheduled, it is published as well. {link}
    </Banner>
  );
}

async function removeEarlierPost(id: string): Promise<Exclude<RemovalStatus, "deleting">> {
  const { ok, error } = await deleteReplacedPost(id).catch((thrown: unknown) => ({
    ok: undefined,
    error: toReadFailure(thrown),
  }));
  return ok ?? { failed: error?.message ?? "" };
}
