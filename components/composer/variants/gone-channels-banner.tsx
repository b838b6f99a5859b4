"use client";
import { useEffect, useState } from "react";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { useIsOnline } from "#components/composer/use-is-online.ts";
import { goneWords } from "./gone-channels-message.ts";
import { readNames } from "./channel-name-cache.ts";

type GoneNoticeProps = { ids: readonly string[]; memberId: string; onTakeOff: () => void };

/** Says which channels of a draft went away since it was written, however the draft came here. */
export function GoneNotice({ ids, memberId, onTakeOff }: GoneNoticeProps) {
  const isOnline = useIsOnline();
  const [words, setWords] = useState("");
  const key = ids.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the ids
  useEffect(() => {
    const said = goneWords(ids, readNames(memberId), isOnline);
    setWords(said);
    announce(said);
  }, [key, memberId, isOnline]);
  if (words === "") return null;
  return (
    <Notice
      className="w-full"
      actions={
        <Button size="small" onClick={onTakeOff}>
          {ids.length === 1 ? "Take it off" : "Take them off"}
        </Button>
      }
    >
      {words}
    </Notice>
  );
}
