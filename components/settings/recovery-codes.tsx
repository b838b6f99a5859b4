"use client";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";

/** Recovery codes in the only moment they can be read. */
export function RecoveryCodesCard({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const head = useRef<HTMLHeadingElement>(null);
  // What was pressed before is gone.
  useEffect(() => head.current?.focus(), []);
  return (
    <Card edge="gold">
      <h3 ref={head} tabIndex={-1} className="text-15 font-semibold outline-none">
        Save your recovery codes
      </h3>
      <p className="mt-1 text-14 text-ink-2">
        Two-step verification is on. If you lose your device, each of these codes signs you in once in place of the app.
        Keep them somewhere safe, such as a password manager. They are not shown again.
      </p>
      <ul aria-label="Recovery codes" className="mt-3 grid gap-1 rounded-control bg-sunk px-3 py-2.5 font-mono text-13">
        {codes.map((code) => (
          <li key={code} className="[overflow-wrap:anywhere]">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={codes.join("\n")} label="Copy all" />
        <Button variant="filled" onClick={onDone}>
          I saved these codes
        </Button>
      </div>
    </Card>
  );
}
