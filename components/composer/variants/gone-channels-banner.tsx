"use client";
import { useEffect, useState } from "react";
import { useIsOnline } from "#components/composer/use-is-online.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { readCachedChannelNames } from "./channel-name-cache.ts";
import { formatGoneChannels } from "./gone-channels-message.ts";

type GoneChannelsBannerProps = { ids: readonly string[]; memberId: string; onTakeOff: () => void };

/** Names the channels of a draft that were removed since it was written, wherever the draft comes from. */
export function GoneChannelsBanner({ ids, memberId, onTakeOff }: GoneChannelsBannerProps) {
  const isOnline = useIsOnline();
  const [message, setMessage] = useState("");
  const key = ids.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the ids
  useEffect(() => {
    const said = formatGoneChannels(ids, readCachedChannelNames(memberId), isOnline);
    setMessage(said);
    announce(said);
  }, [key, memberId, isOnline]);
  if (message === "") return null;
  return (
    <Banner
      className="col-span-full w-full"
      actions={
        <Button size="small" onClick={onTakeOff}>
          {ids.length === 1 ? "Remove it" : "Remove them"}
        </Button>
      }
    >
      {message}
    </Banner>
  );
}
