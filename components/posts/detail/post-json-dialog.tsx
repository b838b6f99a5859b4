"use client";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Post } from "#lib/contract/types.ts";

/** Shows a post's JSON as the API returns it, for copying. */
export function PostJsonDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const text = JSON.stringify(post, null, 2);
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="JSON of this post"
      description="As returned by GET /v1/posts/{id}."
      actions={<CopyButton text={text} label="Copy" />}
    >
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll this element
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto rounded-control bg-sunk p-3.5 font-mono text-12 whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </Dialog>
  );
}
