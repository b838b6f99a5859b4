"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { listOverduePosts, resumeSending } from "#lib/actions/sending-pauses.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { OverduePost, SendingPause } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { formatInstant } from "#lib/time/format.ts";

type ResumeSendingProps = {
  pause: SendingPause;
  /** True under another pause: of all channels, or of one of these. */
  isStillPaused: boolean;
};

/** Opens a dialog that lists what was due meanwhile, and lifts the pause. */
export function ResumeSendingButton({ isSmall = false, ...rest }: ResumeSendingProps & { isSmall?: boolean }) {
  const { pause } = rest;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size={isSmall ? "small" : "medium"} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Resume sending…{pause.channel ? <span className="sr-only"> on {pause.channel.name}</span> : null}
      </Button>
      {isOpen ? <ResumeSendingDialog {...rest} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type Decision = "send" | "draft" | "none";

function ResumeSendingDialog({ pause, isStillPaused, onClose }: ResumeSendingProps & { onClose: () => void }) {
  const router = useRouter();
  const { zone, clock } = usePreferences();
  const [posts, setPosts] = useState<OverduePost[] | null>(null);
  const [total, setTotal] = useState(pause.overdue);
  const [pending, setPending] = useState<Decision | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    listOverduePosts({ id: pause.id }).then(
      (result) => {
        if (result.error) return setFailure(result.error);
        setPosts(result.ok);
        // Up to the limit of the list the number is exact, also for a post that came due since the page was read.
        setTotal((before) => (result.ok.length < 100 ? result.ok.length : Math.max(before, result.ok.length)));
      },
      (error: unknown) => setFailure(toReadFailure(error)),
    );
  }, [pause.id]);

  const stillPaused = !isStillPaused
    ? ""
    : pause.channel
      ? "All sending is still paused."
      : "Some channels are still paused.";

  async function resume(decision: Decision) {
    setPending(decision);
    const input = { id: pause.id, ...(decision !== "none" && { overdue: decision }) };
    const result = await resumeSending(input).catch((error: unknown) => ({
      error: toReadFailure(error),
      ok: undefined,
    }));
    setPending(null);
    if (result.error) return setFailure(result.error);
    onClose();
    const { sent, drafts } = result.ok;
    const sentences = [
      pause.channel && isStillPaused ? `The pause of ${pause.channel.name} was lifted.` : "Sending resumed.",
      stillPaused,
      sent > 0 ? `${formatCount(sent, "post was", "posts were")} released to be sent.` : "",
      drafts > 0 ? `${formatCount(drafts, "post was", "posts were")} moved to drafts.` : "",
    ];
    showToast({ message: sentences.filter(Boolean).join(" ") });
    router.refresh();
  }

  const isDecided = posts !== null && posts.length === 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={pause.channel ? `Resume sending on ${pause.channel.name}?` : "Resume sending?"}
      description={
        posts === null
          ? "Looking for posts that were due…"
          : isDecided
            ? `No post was due meanwhile. ${stillPaused || "Scheduled posts are sent at their times."}`
            : `${formatCount(total, "post was", "posts were")} due meanwhile. Choose what happens to ${total === 1 ? "it" : "them"}.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isDecided ? (
            <Button variant="filled" pending={pending === "none"} onClick={() => void resume("none")}>
              Resume sending
            </Button>
          ) : posts ? (
            <>
              <Button pending={pending === "draft"} onClick={() => void resume("draft")}>
                Move to drafts
              </Button>
              <Button variant="filled" pending={pending === "send"} onClick={() => void resume("send")}>
                Send now
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {posts && posts.length > 0 ? (
        <ul aria-label="Posts that were due" className="max-h-72 divide-y overflow-y-auto border-y">
          {posts.map((post) => (
            <li key={post.id} className="py-2 text-14">
              <a href={`/posts/${encodeURIComponent(post.id)}`} className="line-clamp-2 underline wrap-anywhere">
                {post.text || "No text"}
              </a>
              <span className="block text-13 text-ink-3">
                {formatPlatformName(post.channel)} · {post.channel_name} · {post.author}
                {post.scheduled_for ? ` · ${formatInstant(new Date(post.scheduled_for), zone, { clock })}` : ""}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {posts && total > posts.length ? (
        <p className="mt-2 text-13 text-ink-3">The first {posts.length} are listed.</p>
      ) : null}
      {failure ? (
        <p role="alert" className="mt-2 text-14 text-failed">
          {failure.message}
        </p>
      ) : null}
    </Dialog>
  );
}
