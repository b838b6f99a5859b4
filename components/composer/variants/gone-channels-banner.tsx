"use client";
import { useEffect, useState } from "react";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { useIsOnline } from "#components/composer/use-is-online.ts";
import { formatGoneChannels } from "./gone-channels-message.ts";
import { readChannelNames } from "./channel-name-cache.ts";

type GoneChannelsBannerProps = { ids: readonly string[]; memberId: string; onTakeOff: () => void };

/** Says which channels of a draft went away since it was written, however the draft came here. */
export function GoneChannelsBanner({ ids, memberId, onTakeOff }: GoneChannelsBannerProps) {
  const isOnline = useIsOnline();
  const [words, setWords] = useState("");
  const key = ids.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the ids
  useEffect(() => {
    const said = formatGoneChannels(ids, readChannelNames(memberId), isOnline);
    setWords(said);
    announce(said);
  }, [key, memberId, isOnline]);
  if (words === "") return null;
  return (
    <Banner
      className="w-full"
      actions={
        <Button size="small" onClick={onTakeOff}>
          {ids.length === 1 ? "Take it off" : "Take them off"}
        </Button>
      }
    >
      {words}
    </Banner>
  );
}
