"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { type Made, makeFit } from "./resize-in-worker.ts";
import { sizeWords, type Unfit } from "./check-files.ts";

type FitOfferProps = { unfit: Unfit<File>; onTake: (file: File) => void; onLeave: () => void };

/** A picture that can't go as it is: made fit when asked, and taken once its new size is seen. */
export function FitOffer({ unfit: { file, why, isHeic, isMoving }, onTake, onLeave }: FitOfferProps) {
  const [made, setMade] = useState<Made | "making" | null>(null);
  const making = useRef<AbortController | null>(null);
  useEffect(() => () => making.current?.abort(), []);

  async function make() {
    const stop = new AbortController();
    making.current = stop;
    setMade("making");
    const told = await makeFit(file, isHeic, stop.signal);
    if (told.is === "stopped") return;
    setMade(told);
  }
  function stop() {
    making.current?.abort();
    setMade(null);
  }

  const { is, words } = wordsOf(made, file.name, why);
  return (
    <Notice
      role="alert"
      tone={is === "failed" ? "failed" : "plain"}
      actions={
        <>
          {made !== "making" && made?.is === "made" ? (
            <Button size="small" onClick={() => onTake(made.file)}>
              Add it
            </Button>
          ) : null}
          {is === "offered" || is === "making" ? (
            <Button size="small" pending={is === "making"} onClick={() => void make()}>
              {isMoving ? "Make it a still" : "Make it fit"}
            </Button>
          ) : null}
          {is === "making" ? (
            <Button size="small" variant="quiet" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button size="small" variant="quiet" onClick={onLeave}>
              Leave it out
            </Button>
          )}
        </>
      }
    >
      <span className="[overflow-wrap:anywhere]">{words}</span>
    </Notice>
  );
}

function wordsOf(made: Made | "making" | null, name: string, why: string) {
  if (made === "making") return { is: "making", words: `${name} is being made smaller.` };
  if (made?.is === "made") return { is: "made", words: resultWords(made) };
  if (made?.is === "failed") return { is: "failed", words: made.why };
  return { is: "offered", words: why };
}

function resultWords({ file, width, height }: Extract<Made, { is: "made" }>): string {
  const kind = file.type === "image/png" ? "PNG" : "JPEG";
  return `${file.name} would be a ${kind} of ${sizeWords(file.size)}, ${width} × ${height} pixels.`;
}
