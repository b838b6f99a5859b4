"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { limits } from "#lib/contract/limits.ts";
import type { Claim } from "#lib/contract/types.ts";
import type { DecisionInput, DecisionPanelMode } from "./review-state.ts";

type DecisionFormProps = { onMode: (mode: DecisionPanelMode) => void; onDecide: (decision: DecisionInput) => void };

/** Approves with other points than claimed. Typing replaces the claimed number. */
export function AdjustForm({ claim, onMode, onDecide }: DecisionFormProps & { claim: Claim }) {
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
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onMode("look");
      }}
    >
      <Field
        label="Points"
        className="w-28"
        error={isWrong && !isRight ? `Enter a whole number up to ${limits.pointsMax}.` : undefined}
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
      <Field label="Reason (optional)" className="min-w-40 flex-1">
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

const focusOnce = (form: HTMLFormElement | null) => {
  if (form && !form.contains(document.activeElement)) form.focus();
};

/** Rejects with a reason for the author: a saved reason by its number, or free text. */
export function RejectForm({ reasons, onMode, onDecide }: DecisionFormProps & { reasons: readonly string[] }) {
  const [text, setText] = useState("");
  const trimmed = text.trim();
  return (
    // The focus comes here, so that Tab leads to the first reason; the numbers keep working.
    <form
      ref={focusOnce}
      tabIndex={-1}
      aria-label="Reject"
      className="grid gap-2.5 outline-none"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed) onDecide({ action: "reject", reason: trimmed });
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onMode("look");
      }}
    >
      <p className="text-13 font-medium">Reason (the author will see this)</p>
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
              <span className="min-w-0 wrap-anywhere">{reason}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-end gap-2.5">
        <Field label="Other reason" className="min-w-48 flex-1">
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
        <Button type="submit" size="large" variant="danger" keys="enter" disabled={trimmed === ""}>
          Reject
        </Button>
        <Button size="large" variant="quiet" keys="esc" onClick={() => onMode("look")}>
          Back
        </Button>
      </div>
    </form>
  );
}
