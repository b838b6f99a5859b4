"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { limits } from "#lib/contract/limits.ts";

type ClaimFormProps = {
  open: "change" | "appeal";
  /** Points of the claim now. */
  points: number;
  isPending: boolean;
  onClose: () => void;
  onPoints: (points: number) => void;
  onAppeal: (text: string) => void;
};

/** Lets an author change a claim's points before its review, or appeal once. */
export function ChangeOrAppealClaimForm({ open, points, isPending, onClose, onPoints, onAppeal }: ClaimFormProps) {
  return open === "change" ? (
    <ChangePoints before={points} isPending={isPending} onBack={onClose} onPoints={onPoints} />
  ) : (
    <AppealForm isPending={isPending} onBack={onClose} onAppeal={onAppeal} />
  );
}

type ChangeProps = { before: number; isPending: boolean; onBack: () => void; onPoints: (points: number) => void };

function ChangePoints({ before, isPending, onBack, onPoints }: ChangeProps) {
  const [text, setText] = useState(String(before));
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const isRight = value <= limits.pointsMax;
  return (
    <form
      noValidate
      className="mt-3 flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onPoints(value);
      }}
    >
      <Field label="Points" className="w-28" error={isRight ? undefined : `A whole number up to ${limits.pointsMax}.`}>
        {(control) => (
          <TextInput {...control} inputMode="numeric" value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
      <Button type="submit" pending={isPending}>
        Change
      </Button>
      <Button variant="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

type AppealProps = { isPending: boolean; onBack: () => void; onAppeal: (text: string) => void };

function AppealForm({ isPending, onBack, onAppeal }: AppealProps) {
  const [text, setText] = useState("");
  return (
    <form
      className="mt-3 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onAppeal(text.trim());
      }}
    >
      <Field label="Your appeal" hint="One appeal per claim. A reviewer decides again.">
        {(control) => (
          <TextInput
            {...control}
            maxLength={limits.appealCharacters}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" pending={isPending} disabled={text.trim() === ""}>
          Appeal
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
