"use client";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announce";
import type { Post } from "#lib/contract/types";
import { useNow } from "../ui/use-now.ts";
import type { PostAbilities } from "./abilities.ts";
import { PostDetails, PostHistory, PostStanding } from "./post-aside.tsx";
import { PostParts } from "./post-parts.tsx";
import type { Step } from "./post-steps.tsx";
import { channelWord, isUnconfirmed } from "./post-words.ts";
import { useLivePost } from "./use-live-post.ts";
import { usePostChanges } from "./use-post-changes.ts";

// Loaded when they are first shown, each within a boundary of its own: without it a late part would blank the whole page.
const StaleNotice = lazy(() => import("./stale-notice.tsx").then((file) => ({ default: file.StaleNotice })));
const Unconfirmed = lazy(() => import("./unconfirmed.tsx").then((file) => ({ default: file.Unconfirmed })));

type PostDeskProps = {
  first: Post;
  /** The account's own name, where the service lists it. */
  channel: string | null;
  zone: string;
  nowMs: number;
  abilities: PostAbilities;
};

/** One post: its parts with their links at the left; how it stands and what happened at the right. */
export function PostDesk({ first, channel, zone, nowMs, abilities }: PostDeskProps) {
  const now = useNow(nowMs);
  const { post, error } = useLivePost(first, nowMs);
  const changes = usePostChanges();
  const [pending, setPending] = useState<Step | null>(null);
  const saidStatus = useRef<string>(first.status);

  useEffect(() => {
    if (saidStatus.current === post.status) return;
    saidStatus.current = post.status;
    announce(`${channelWord(post)}: ${post.status}`);
  }, [post]);

  async function onSettle(step: Step) {
    if (step !== "is_there" && step !== "send_again") return;
    setPending(step);
    await changes.settle(post, step);
    setPending(null);
  }

  return (
    <>
      {error ? (
        <Suspense>
          <StaleNotice error={error} className="mb-4" />
        </Suspense>
      ) : null}
      {abilities.retry && isUnconfirmed(post) ? (
        <Suspense>
          <Unconfirmed post={post} pending={pending} onStep={(step) => void onSettle(step)} />
        </Suspense>
      ) : null}
      <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_minmax(300px,400px)]">
        <PostParts post={post} zone={zone} now={now} />
        <div className="grid gap-3.5">
          <PostStanding post={post} channel={channel} zone={zone} now={now} />
          <PostHistory post={post} zone={zone} now={now} />
          <PostDetails post={post} />
        </div>
      </div>
    </>
  );
}
