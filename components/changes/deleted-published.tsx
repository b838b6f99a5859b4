"use client";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { DialogPanel } from "#components/ui/dialog-panel";
import { PlatformMark } from "#components/ui/platform-mark";
import { platformName } from "#lib/contract/platform-names";
import { useDesk } from "#lib/queries/use-live";
import { safeLink } from "../ui/safe-link.ts";
import { countPosts, placesOf } from "./change-words.ts";
import type { StandingPost } from "./standing-posts.ts";

/** As many are listed; a member who deletes a thousand knows what they were. */
const listed = 20;

/** Asks, apart from the deletion, whether what stands on its platform is to be taken down from there too. */
export function DeletedPublished({ posts, onClose }: { posts: readonly StandingPost[]; onClose: () => void }) {
  const desk = useDesk();
  const [pending, setPending] = useState(false);
  const takable = posts.filter((post) => post.canTakeDown);
  const it = posts.length === 1 ? "it" : "them";
  const places = placesOf(posts);
  const some = takable.length < posts.length ? `${takable.length} of ${posts.length}` : countPosts(posts.length);
  const verb = posts.length === 1 ? "Take it down" : `Take down ${some}`;

  async function takeDown() {
    setPending(true);
    const [{ client }, { makeTakeDown }] = await Promise.all([desk.wake(), import("./make-take-down.ts")]);
    await makeTakeDown(client)(takable);
    onClose();
  }

  return (
    <DialogPanel
      onClose={onClose}
      title={takable.length > 0 ? `Take ${it} down from ${placesOf(takable)}?` : `Still on ${places}`}
      description={
        takable.length > 0
          ? "Whoever has the link sees it no longer. This can’t be undone."
          : `${places} takes nothing down for us: open ${it} there and delete ${it} yourself.`
      }
      actions={
        takable.length > 0 ? (
          <>
            <Button onClick={onClose}>Keep {it} there</Button>
            <Button variant="danger" pending={pending} onClick={() => void takeDown()}>
              {verb}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <ul className="grid gap-1.5 text-14">
        {posts.slice(0, listed).map((post) => (
          <li key={post.id} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {post.channel === null ? null : <PlatformMark platform={post.channel} />}
            <Addresses post={post} />
            {post.canTakeDown || takable.length === 0 ? null : (
              <span className="text-13 text-ink-3">only you can, there</span>
            )}
          </li>
        ))}
      </ul>
      {posts.length > listed ? <p className="mt-2 text-13 text-ink-3">and {posts.length - listed} more</p> : null}
    </DialogPanel>
  );
}

function Addresses({ post }: { post: StandingPost }) {
  const place = post.channel === null ? "its platform" : platformName(post.channel);
  const links = post.urls.flatMap((url) => safeLink(url) ?? []);
  if (links.length === 0) return <span className="text-ink-2">On {place}, without an address</span>;
  return links.map((href, index) => (
    <a key={href} href={href} target="_blank" rel="noreferrer" className="text-accent underline">
      {links.length === 1 ? `See it on ${place}` : `Part ${index + 1}${index === 0 ? ` on ${place}` : ""}`}
    </a>
  ));
}
