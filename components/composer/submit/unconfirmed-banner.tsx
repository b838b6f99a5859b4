"use client";
import { useEffect, useRef, useState } from "react";
import { getServerNow } from "#components/composer/schedule/server-clock.ts";
import type {
  ComposerEvent,
  SubmissionProgress,
  SubmitIntent,
  SubmitRequest,
} from "#components/composer/state/composer-state.ts";
import { getRequestIntent } from "#components/composer/state/submission/unconfirmed-requests.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { readResource } from "#lib/queries/read-resource.ts";
import { findSubmittedPosts } from "./find-submitted-posts.ts";

type UnconfirmedBannerProps = {
  out: SubmissionProgress;
  channels: readonly Channel[];
  /** Returns when the first of the unconfirmed requests was sent, by the server's clock. */
  sinceMs: () => number;
  /** Gets the posts that were found, which are shown among the results. */
  onFound: (posts: readonly Post[]) => void;
  onSendAgain: (intent: SubmitIntent) => void;
  dispatch: (event: ComposerEvent) => void;
};

/** Ms after the submission within which a slow service may still create the posts, and ms between two lookups. */
const maxPendingMs = 12_000;
const lookupIntervalMs = 2_000;

/**
 * Resolves a lost answer of a service without idempotency keys: looks for the created posts among the latest ones, and
 * lets the author decide if they are missing. Nothing is sent until then.
 */
export function UnconfirmedBanner({ out, channels, sinceMs, onFound, onSendAgain, dispatch }: UnconfirmedBannerProps) {
  const { unsure } = out;
  const [status, setStatus] = useState<"looking" | "absent" | "unreadable">("looking");
  const [looks, setLooks] = useState(0);
  const latest = useRef({ out, channels });
  latest.current = { out, channels };
  const keys = unsure.map(({ repeatKey }) => repeatKey).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for other requests, and when the author retries
  useEffect(() => {
    const left = new AbortController();
    setStatus("looking");
    void lookUntil(left.signal);
    return () => left.abort();
  }, [keys, looks]);

  async function lookUntil(signal: AbortSignal): Promise<void> {
    for (;;) {
      const posts = await readResource<Post[]>("latest-posts", {}, signal).catch(() => null);
      if (signal.aborted) return;
      if (posts && take(posts)) return;
      const isOver =
        !latest.current.out.unsure.some(mayBePending) || getServerNow().getTime() > sinceMs() + maxPendingMs;
      if (isOver) {
        announce("It may have arrived. Choose what to do.");
        return setStatus(posts ? "absent" : "unreadable");
      }
      await new Promise((resolve) => setTimeout(resolve, lookupIntervalMs));
      if (signal.aborted) return;
    }
  }

  /** @returns true if every unconfirmed request was found */
  function take(posts: readonly Post[]): boolean {
    const { out: now, channels: known } = latest.current;
    const knownIds = new Set(now.postIds);
    let isAll = true;
    for (const call of now.unsure) {
      const found = findSubmittedPosts(call, { posts, channels: known, sinceMs: sinceMs(), knownIds });
      for (const { post } of found) knownIds.add(post.id);
      isAll &&= found.length === call.channelIds.length;
      if (found.length === 0) continue;
      onFound(found.map(({ post }) => post));
      const channelIds = found.map(({ channelId }) => channelId);
      dispatch({ type: "arrived", repeatKey: call.repeatKey, channelIds, postIds: found.map(({ post }) => post.id) });
    }
    if (isAll) showToast({ message: "It arrived" });
    return isAll;
  }

  const failure = unsure.flatMap(({ state }) => ("failure" in state ? [state.failure] : []))[0];
  const what = failure ? describeFailure(failure).what : "";
  if (status === "looking") {
    return (
      <Banner role="status" tone="publishing" title="It may have arrived." className="mb-3">
        {what} Checking the latest posts…
      </Banner>
    );
  }
  const isThere = () => {
    for (const { repeatKey, channelIds } of unsure) dispatch({ type: "arrived", repeatKey, channelIds, postIds: [] });
  };
  return (
    <Banner
      role="alert"
      tone="failed"
      title="It may have arrived."
      className="mb-3"
      actions={
        <>
          {status === "unreadable" ? (
            <Button size="small" onClick={() => setLooks(looks + 1)}>
              Check again
            </Button>
          ) : null}
          <Button size="small" onClick={isThere}>
            It’s there
          </Button>
          <Button size="small" onClick={() => onSendAgain(unsure[0] ? getRequestIntent(unsure[0]) : "send")}>
            Send again
          </Button>
        </>
      }
    >
      {what} {status === "absent" ? "It is not among the latest posts." : "The latest posts can’t be read right now."}{" "}
      Check {formatPlatforms(unsure, channels)} before you send it again: this publishing service may create it twice.
    </Banner>
  );
}

/** False after an answer from the service itself, which has then finished the request. */
function mayBePending({ state }: SubmitRequest): boolean {
  const status = "failure" in state ? state.failure.status : null;
  return status === null || status === 502 || status === 504;
}

function formatPlatforms(calls: readonly SubmitRequest[], channels: readonly Channel[]): string {
  const ids = new Set(calls.flatMap(({ channelIds }) => channelIds));
  const platforms = new Set(
    channels.filter(({ id }) => ids.has(id)).map(({ platform }) => formatPlatformName(platform)),
  );
  return new Intl.ListFormat("en").format(platforms) || "the channel";
}
