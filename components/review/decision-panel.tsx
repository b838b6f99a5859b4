"use client";
import { Check, SlidersHorizontal, Undo2, X } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { Field } from "#components/ui/field";
import { Kbd } from "#components/ui/kbd";
import { TextInput } from "#components/ui/text-input";
import { limits } from "#lib/contract/limits";
import type { Claim } from "#lib/contract/types";
import { standingWords } from "./claim-words.ts";
import type { Mode, Standing, Wanted } from "./review-state.ts";

type DecisionPanelProps = {
  claim: Claim;
  standing: Standing;
  mode: Mode;
  /** Offered under the keys 1 to 9. */
  reasons: readonly string[];
  may: { decide: boolean; undo: boolean };
  onMode: (mode: Mode) => void;
  onDecide: (wanted: Wanted) => void;
  /** Takes back the decision this claim has. */
  onReverse: () => void;
};

/** Approve, adjust, reject: each with its key. What is needed for it opens in place. */
export function DecisionPanel({ claim, standing, mode, reasons, may, ...on }: DecisionPanelProps) {
  if (standing.state !== "pending") {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-14 text-ink-2">{standingWords(standing)}.</p>
        {may.undo && (claim.decision_id !== null || !standing.isSure) ? (
          <Button icon={<Undo2 className="size-4" />} onClick={on.onReverse}>
            Take it back
          </Button>
        ) : null}
      </div>
    );
  }
  if (mode === "adjust") return <Adjust key={claim.id} claim={claim} onMode={on.onMode} onDecide={on.onDecide} />;
  if (mode === "reject") return <Reject key={claim.id} reasons={reasons} onMode={on.onMode} onDecide={on.onDecide} />;
  const isOff = !may.decide || !claim.may_decide;
  const why = claim.may_not_why ?? (may.decide ? null : "This service decides claims elsewhere.");
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button
        variant="filled"
        size="large"
        keys="a"
        aria-keyshortcuts="A"
        disabled={isOff}
        icon={<Check className="size-4" />}
        onClick={() => on.onDecide({ action: "approve" })}
        className="max-sm:flex-1"
      >
        Approve {claim.points}
      </Button>
      <Button
        size="large"
        keys="e"
        aria-keyshortcuts="E"
        disabled={isOff}
        icon={<SlidersHorizontal className="size-4" />}
        onClick={() => on.onMode("adjust")}
      >
        Adjust
      </Button>
      <Button
        size="large"
        keys="r"
        aria-keyshortcuts="R"
        disabled={isOff}
        icon={<X className="size-4" />}
        onClick={() => on.onMode("reject")}
      >
        Reject…
      </Button>
      {isOff && why ? <p className="basis-full text-13 text-ink-2">{why}</p> : null}
    </div>
  );
}

type StepProps = { onMode: (mode: Mode) => void; onDecide: (wanted: Wanted) => void };

/** Other points than claimed. What is typed replaces what was claimed. */
function Adjust({ claim, onMode, onDecide }: StepProps & { claim: Claim }) {
  const [points, setPoints] = useState(String(claim.points));
  const [reason, setReason] = useState("");
  const [isWrong, setWrong] = useState(false);
  const value = /^\d{1,5}$/.test(points.trim()) ? Number(points) : Number.NaN;
  const isRight = value <= limits.pointsMax;
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isRight) return setWrong(true);
        onDecide({ action: "approve", points: value, ...(reason.trim() && { reason: reason.trim() }) });
      }}
      onKeyDown={(event) => event.key === "Escape" && onMode("look")}
    >
      <Field
        label="Points"
        className="w-28"
        error={isWrong && !isRight ? `A whole number up to ${limits.pointsMax}.` : undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            size="large"
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            onFocus={(event) => event.target.select()}
            value={points}
            onChange={({ target }) => setPoints(target.value)}
          />
        )}
      </Field>
      <Field label="Reason, if you like" className="min-w-40 flex-1">
        {(control) => (
          <TextInput
            {...control}
            size="large"
            maxLength={limits.reasonCharacters}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="filled" size="large" keys="enter">
        Approve {isRight ? value : "…"}
      </Button>
      <Button size="large" variant="quiet" keys="esc" onClick={() => onMode("look")}>
        Back
      </Button>
    </form>
  );
}

/** A reason, which the author reads: a saved one by its number, or own words. */
function Reject({ reasons, onMode, onDecide }: StepProps & { reasons: readonly string[] }) {
  const [text, setText] = useState("");
  const own = text.trim();
  return (
    <form
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (own) onDecide({ action: "reject", reason: own });
      }}
      onKeyDown={(event) => event.key === "Escape" && onMode("look")}
    >
      <p className="text-13 font-medium">Why? The author reads it.</p>
      <ol aria-label="Saved reasons" className="grid gap-1">
        {reasons.map((reason, at) => (
          <li key={reason}>
            <button
              type="button"
              aria-keyshortcuts={String(at + 1)}
              onClick={() => onDecide({ action: "reject", reason })}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-control border bg-paper px-3 py-1.5 text-left text-14 hover:bg-sunk pointer-coarse:min-h-11"
            >
              <Kbd keys={String(at + 1)} />
              <span className="min-w-0 [overflow-wrap:anywhere]">{reason}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-end gap-2.5">
        <Field label="In your own words" className="min-w-48 flex-1">
          {(control) => (
            <TextInput
              {...control}
              size="large"
              data-own-reason
              aria-keyshortcuts="W"
              autoFocus={reasons.length === 0}
              maxLength={limits.reasonCharacters}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <Button type="submit" size="large" variant="danger" keys="enter" disabled={own === ""}>
          Reject
        </Button>
        <Button size="large" variant="quiet" keys="esc" onClick={() => onMode("look")}>
          Back
        </Button>
      </div>
    </form>
  );
}
