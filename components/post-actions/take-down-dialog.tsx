"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { formatPlatformNames, formatPostCount, groupByPlatform } from "./action-messages.ts";
import type { StillPublishedPost } from "./take-down-prompt.ts";

/** Most posts listed for each platform; a member who deletes a thousand knows what they were. */
const maxListed = 20;

const noPlatforms: ReadonlySet<string | null> = new Set();

/**
 * Asks after a deletion if the posts should be taken down from their platforms too; with several platforms, for each
 * one separately.
 */
export function TakeDownDialog({ posts, onClose }: { posts: readonly StillPublishedPost[]; onClose: () => void }) {
  const registry = useLazyLiveQueryClient();
  const [pending, setPending] = useState(false);
  const [excluded, setExcluded] = useState(noPlatforms);
  const removable = posts.filter((post) => post.canTakeDown);
  const selected = removable.filter((post) => !excluded.has(post.channel));
  const hasChoice = groupByPlatform(removable).size > 1;
  const pronoun = posts.length === 1 ? "it" : "them";
  const platformNames = formatPlatformNames(posts);
  const countLabel =
    selected.length < posts.length ? `${selected.length} of ${posts.length}` : formatPostCount(posts.length);
  const verb = posts.length === 1 ? "Take it down" : `Take down ${countLabel}`;

  function setExcludedPlatform(platform: string | null, isExcluded: boolean) {
    const others = [...excluded].filter((one) => one !== platform);
    setExcluded(new Set(isExcluded ? [...others, platform] : others));
  }

  async function deleteFromPlatforms() {
    setPending(true);
    const [{ client }, { createTakeDownRunner: createRunner }] = await Promise.all([
      registry.wake(),
      import("./take-down-runner.ts"),
    ]);
    await createRunner(client)(selected);
    onClose();
  }

  return (
    <DialogPanel
      onClose={onClose}
      title={
        removable.length > 0
          ? `Take ${pronoun} down from ${formatPlatformNames(removable)}?`
          : `Still on ${platformNames}`
      }
      description={
        removable.length > 0
          ? `This deletes ${pronoun} there and can't be undone.`
          : `Postwright can't delete ${pronoun} there: open ${pronoun} and delete ${pronoun} yourself.`
      }
      actions={
        removable.length > 0 ? (
          <>
            <Button onClick={onClose}>Keep {pronoun} there</Button>
            <Button
              variant="danger"
              pending={pending}
              disabled={selected.length === 0}
              onClick={() => void deleteFromPlatforms()}
            >
              {verb}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <ul className="grid gap-3 text-14">
        {[...groupByPlatform(posts)].map(([platform, platformPosts]) => (
          <li key={platform} className="grid gap-1.5">
            {hasChoice && platformPosts.some((post) => post.canTakeDown) ? (
              <Checkbox
                checked={!excluded.has(platform)}
                onChange={(event) => setExcludedPlatform(platform, !event.target.checked)}
                className="font-medium"
              >
                {platformPosts.length === 1
                  ? getPlatformName(platform)
                  : `${getPlatformName(platform)}: ${formatPostCount(platformPosts.length)}`}
              </Checkbox>
            ) : null}
            {platformPosts.slice(0, maxListed).map((post) => (
              <div key={post.id} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                {platform === null ? null : <PlatformIcon platform={platform} />}
                <Addresses post={post} />
                {post.canTakeDown || removable.length === 0 ? null : (
                  <span className="text-13 text-ink-3">delete it there yourself</span>
                )}
              </div>
            ))}
            {platformPosts.length > maxListed ? (
              <p className="text-13 text-ink-3">and {platformPosts.length - maxListed} more</p>
            ) : null}
          </li>
        ))}
      </ul>
    </DialogPanel>
  );
}

const getPlatformName = (platform: string | null) =>
  platform === null ? "its platform" : formatPlatformName(platform);

function Addresses({ post }: { post: StillPublishedPost }) {
  const platformName = getPlatformName(post.channel);
  const links = post.urls.flatMap((url) => toSafeHref(url) ?? []);
  if (links.length === 0) return <span className="text-ink-2">On {platformName}, no link</span>;
  return links.map((href, index) => (
    <a key={href} href={href} target="_blank" rel="noreferrer" className="text-accent underline">
      {links.length === 1 ? `View on ${platformName}` : `Part ${index + 1}${index === 0 ? ` on ${platformName}` : ""}`}
    </a>
  ));
}
