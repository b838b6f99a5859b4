"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { useLiveQueryRegistry } from "#lib/realtime/use-live-query.ts";
import { formatPlatformNames, formatPostCount, groupByPlatform } from "./action-messages.ts";
import type { StillPublishedPost } from "./take-down-prompt.ts";

/** Most posts listed for each platform; a member who deletes a thousand knows what they were. */
const listed = 20;

const none: ReadonlySet<string | null> = new Set();

/**
 * Asks after a deletion if the posts should be taken down from their platforms too; with several platforms, for each
 * one separately.
 */
export function TakeDownDialog({ posts, onClose }: { posts: readonly StillPublishedPost[]; onClose: () => void }) {
  const desk = useLiveQueryRegistry();
  const [pending, setPending] = useState(false);
  const [spared, setSpared] = useState(none);
  const takable = posts.filter((post) => post.canTakeDown);
  const chosen = takable.filter((post) => !spared.has(post.channel));
  const isChoice = groupByPlatform(takable).size > 1;
  const it = posts.length === 1 ? "it" : "them";
  const places = formatPlatformNames(posts);
  const forbid = groupByPlatform(posts).size === 1 ? "doesn’t let" : "don’t let";
  const some = chosen.length < posts.length ? `${chosen.length} of ${posts.length}` : formatPostCount(posts.length);
  const verb = posts.length === 1 ? "Take it down" : `Take down ${some}`;

  function spare(place: string | null, isSpared: boolean) {
    const others = [...spared].filter((one) => one !== place);
    setSpared(new Set(isSpared ? [...others, place] : others));
  }

  async function takeDown() {
    setPending(true);
    const [{ client }, { createTakeDownRunner: makeTakeDown }] = await Promise.all([
      desk.wake(),
      import("./take-down-runner.ts"),
    ]);
    await makeTakeDown(client)(chosen);
    onClose();
  }

  return (
    <DialogPanel
      onClose={onClose}
      title={takable.length > 0 ? `Take ${it} down from ${formatPlatformNames(takable)}?` : `Still on ${places}`}
      description={
        takable.length > 0
          ? `This deletes ${it} there and can’t be undone.`
          : `${places} ${forbid} us delete posts: open ${it} there and delete ${it} yourself.`
      }
      actions={
        takable.length > 0 ? (
          <>
            <Button onClick={onClose}>Keep {it} there</Button>
            <Button variant="danger" pending={pending} disabled={chosen.length === 0} onClick={() => void takeDown()}>
              {verb}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <ul className="grid gap-3 text-14">
        {[...groupByPlatform(posts)].map(([place, its]) => (
          <li key={place} className="grid gap-1.5">
            {isChoice && its.some((post) => post.canTakeDown) ? (
              <Checkbox
                checked={!spared.has(place)}
                onChange={(event) => spare(place, !event.target.checked)}
                className="font-medium"
              >
                {its.length === 1
                  ? getPlatformName(place)
                  : `${getPlatformName(place)}: ${formatPostCount(its.length)}`}
              </Checkbox>
            ) : null}
            {its.slice(0, listed).map((post) => (
              <div key={post.id} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                {place === null ? null : <PlatformIcon platform={place} />}
                <Addresses post={post} />
                {post.canTakeDown || takable.length === 0 ? null : (
                  <span className="text-13 text-ink-3">delete it there yourself</span>
                )}
              </div>
            ))}
            {its.length > listed ? <p className="text-13 text-ink-3">and {its.length - listed} more</p> : null}
          </li>
        ))}
      </ul>
    </DialogPanel>
  );
}

const getPlatformName = (place: string | null) => (place === null ? "its platform" : formatPlatformName(place));

function Addresses({ post }: { post: StillPublishedPost }) {
  const place = getPlatformName(post.channel);
  const links = post.urls.flatMap((url) => toSafeHref(url) ?? []);
  if (links.length === 0) return <span className="text-ink-2">On {place}, no link</span>;
  return links.map((href, index) => (
    <a key={href} href={href} target="_blank" rel="noreferrer" className="text-accent underline">
      {links.length === 1 ? `View on ${place}` : `Part ${index + 1}${index === 0 ? ` on ${place}` : ""}`}
    </a>
  ));
}
