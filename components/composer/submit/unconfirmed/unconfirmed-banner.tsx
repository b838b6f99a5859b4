"use client";
import { useEffect, useRef, useState } from "react";
import type {
  ComposerEvent,
  PartialSubmission,
  SubmitIntent,
  SubmitRequest,
} from "#components/composer/state/composer-state.ts";
import { getSendOrDraftIntent } from "#components/composer/state/submission/unconfirmed-requests.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { getServerNow } from "#components/ui/server-clock.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { readResource } from "#lib/queries/read-resource.ts";
import { pollForUnconfirmedPosts, type UnconfirmedPollStatus } from "./poll-for-unconfirmed-posts.ts";
import type { UnconfirmedStore } from "./unconfirmed-store.ts";

type UnconfirmedBannerProps = {
  out: PartialSubmission;
  channels: readonly Channel[];
  load: () => Promise<UnconfirmedStore>;
  /** Gets the posts that were found, which are shown among the results. */
  onFound: (posts: readonly Post[]) => void;
  onSendAgain: (intent: SubmitIntent) => void;
  dispatch: (event: ComposerEvent) => void;
};

/**
 * Resolves a lost answer of a service without idempotency keys: looks for the created posts among the latest ones, and
 * lets the author decide if they are missing. Nothing is sent until then.
 */
export function UnconfirmedBanner({ out, channels, load, onFound, onSendAgain, dispatch }: UnconfirmedBannerProps) {
  const { unsure } = out;
  const [status, setStatus] = useState<UnconfirmedPollStatus>("looking");
  const [looks, setLooks] = useState(0);
  const latest = useRef({ out, channels });
  latest.current = { out, channels };
  const shown = useRef<UnconfirmedPollStatus>("looking");
  const keys = unsure.map(({ repeatKey }) => repeatKey).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for other requests, and when the author retries
  useEffect(() => {
    const left = new AbortController();
    shown.current = "looking";
    setStatus("looking");
    void load()
      .then((store) => poll(store, left.signal))
      .catch(() => report("unreadable"));
    return () => left.abort();
  }, [keys, looks]);

  function poll(store: UnconfirmedStore, left: AbortSignal): Promise<void> {
    const deps = {
      store,
      readLatestPosts: (signal: AbortSignal) => readResource<Post[]>("latest-posts", {}, signal),
      getProgress: () => latest.current.out,
      getChannels: () => latest.current.channels,
      dispatch,
      onFound,
      onStatus: report,
      nowMs: () => getServerNow().getTime(),
    };
    return pollForUnconfirmedPosts(deps, left);
  }

  function report(next: UnconfirmedPollStatus): void {
    if (next === "arrived") showToast({ message: "It arrived" });
    else if (next !== shown.current) announce("It may have arrived. Choose what to do.");
    shown.current = next;
    setStatus(next);
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
  const isThere = async () => {
    const store = await load();
    for (const call of unsure) {
      dispatch({ type: "arrived", repeatKey: call.repeatKey, channelIds: call.channelIds, postIds: [] });
      store.arrived(call, call.channelIds, []);
    }
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
          <Button size="small" onClick={() => void isThere()}>
            It's there
          </Button>
          <Button size="small" onClick={() => onSendAgain(unsure[0] ? getSendOrDraftIntent(unsure[0]) : "send")}>
            Send again
          </Button>
        </>
      }
    >
      {what} {status === "absent" ? "It is not among the latest posts." : "The latest posts can't be read right now."}{" "}
      Check {formatPlatforms(unsure, channels)} before you send it again: this publishing service may create it twice.
    </Banner>
  );
}

function formatPlatforms(calls: readonly SubmitRequest[], channels: readonly Channel[]): string {
  const ids = new Set(calls.flatMap(({ channelIds }) => channelIds));
  const platforms = new Set(
    channels.filter(({ id }) => ids.has(id)).map(({ platform }) => formatPlatformName(platform)),
  );
  return new Intl.ListFormat("en").format(platforms) || "the channel";
}
