"use client";
import { useEffect, useId, useRef, useState } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { limits } from "#lib/contract/limits.ts";

type PointsFieldProps = {
  points: number;
  /** Number of channels that claim these points each; null if the service does not say that each of them does. */
  times: number | null;
  isReadOnly: boolean;
  onSet: (points: number) => void;
};

const parsePoints = (text: string): number | null => {
  const value = Number(text);
  return /^\d{1,4}$/.test(text) && value <= limits.pointsMax ? value : null;
};

/** The points that the author claims, in the gold of everything about points. */
export function PointsField({ points, times, isReadOnly, onSet }: PointsFieldProps) {
  const id = useId();
  const [text, setText] = useState(String(points));
  /** The value before the author edited the field; null while nobody edits. */
  const before = useRef<number | null>(null);
  const [isLeftWrong, setIsLeftWrong] = useState(false);
  useEffect(() => {
    const isMeant = (now: string) =>
      parsePoints(now) === points || (before.current !== null && parsePoints(now) === null);
    setText((now) => (isMeant(now) ? now : String(points)));
  }, [points]);
  const isWrong = parsePoints(text) === null;
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-13 text-ink-3">
        <span className="max-lg:sr-only">Points</span>
        <span className="sr-only">
          {times === null ? " from" : " per channel,"} 0 to {limits.pointsMax}
        </span>
      </label>
      <span
        className={joinClassNames(
          "inline-flex h-8 items-center gap-1.5 whitespace-nowrap rounded-full bg-gold-wash pr-3 pl-2.5 font-mono text-13 font-semibold text-gold-text has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11",
          isWrong && "outline-2 outline-failed",
        )}
      >
        <span className="size-2.5 rounded-full border border-gold-text bg-gold" />
        <input
          id={id}
          type="text"
          inputMode="numeric"
          value={text}
          readOnly={isReadOnly}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}wrong` : undefined}
          onFocus={() => {
            before.current = points;
            setIsLeftWrong(false);
          }}
          onChange={(event) => {
            const written = event.target.value.trim();
            setText(written);
            setIsLeftWrong(false);
            // A number over the limit restores the previous value, because its first digits are not meant either.
            onSet(parsePoints(written) ?? before.current ?? points);
          }}
          onBlur={() => {
            before.current = null;
            setIsLeftWrong(isWrong && text !== "");
            setText(String(points));
          }}
          size={Math.max(2, text.length)}
          className="min-w-[2ch] bg-transparent field-sizing-content text-right tabular-nums outline-none pointer-coarse:text-[1rem]"
        />
        {times !== null && times > 1 ? (
          <span>
            <span aria-hidden="true">× {times}</span>
          </span>
        ) : null}
      </span>
      {isWrong || isLeftWrong ? (
        <span
          id={`${id}wrong`}
          role="status"
          className={joinClassNames("text-13", isWrong ? "text-failed" : "text-ink-2")}
        >
          {isWrong ? "" : `Still ${points}: `}0 to {limits.pointsMax}
        </span>
      ) : null}
    </div>
  );
}
