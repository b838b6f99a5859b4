"use client";
import { useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announce";
import { Button } from "#components/ui/button";
import { Notice } from "#components/ui/notice";
import { type Made, makeFit } from "./make-fit.ts";
import { sizeWords, type Unfit } from "./sort-files.ts";

type FitOfferProps = { unfit: Unfit<File>; onTake: (file: File) => void; onLeave: () => void };

/** A picture that can't go as it is: made fit when asked, and taken once its new size is seen. */
export function FitOffer({ unfit: { file, why, isHeic }, onTake, onLeave }: FitOfferProps) {
  const [made, setMade] = useState<Made | "making" | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function make() {
    setMade("making");
    const told = await makeFit(file, isHeic);
    if (isGone.current) return;
    setMade(told);
    announce(told.is === "made" ? resultWords(told) : told.why);
  }

  const isDone = made !== null && made !== "making" && made.is === "made";
  const isFailed = made !== null && made !== "making" && made.is === "failed";
  return (
    <Notice
      role="alert"
      tone={isFailed ? "failed" : "plain"}
      actions={
        <>
          {isDone ? (
            <Button size="small" onClick={() => onTake(made.file)}>
              Add it
            </Button>
          ) : isFailed ? null : (
            <Button size="small" pending={made === "making"} onClick={() => void make()}>
              Make it fit
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={onLeave}>
            {isFailed ? "Close" : "Leave it out"}
          </Button>
        </>
      }
    >
      {isDone ? resultWords(made) : isFailed ? made.why : why}
    </Notice>
  );
}

function resultWords({ file, width, height }: Extract<Made, { is: "made" }>): string {
  const kind = file.type === "image/png" ? "PNG" : "JPEG";
  return `${file.name} would be a ${kind} of ${sizeWords(file.size)}, ${width} × ${height} pixels.`;
}
