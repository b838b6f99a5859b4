"use client";
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { Card } from "#components/ui/card";
import { CopyButton } from "#components/ui/copy-button";
import { tryOutKey } from "#lib/actions/keys";
import type { ApiKey } from "#lib/contract/types";
import { failureOf } from "#lib/queries/read";

type Told = { tone: "waiting" | "good" | "bad"; words: string };

/** A key in the only moment its value can be read. */
export function KeyValue({ apiKey, value, baseUrl }: { apiKey: ApiKey; value: string; baseUrl: string }) {
  const head = useRef<HTMLParagraphElement>(null);
  const [told, setTold] = useState<Told | null>(null);
  // The dialog that it comes of gives the focus back as it goes, in a task of its own that was asked for before this one.
  useEffect(() => {
    const timer = setTimeout(() => head.current?.focus());
    return () => clearTimeout(timer);
  }, []);

  async function onTry() {
    setTold({ tone: "waiting", words: "Asking GET /me with it" });
    const answer = await tryOutKey({ value }).catch((error: unknown) => ({ ok: undefined, error: failureOf(error) }));
    if (answer.ok) {
      const { membership, org, scopes } = answer.ok;
      const count = `${scopes.length} ${scopes.length === 1 ? "scope" : "scopes"}`;
      return setTold({ tone: "good", words: `It works: it acts as ${membership.name} of ${org.name}, with ${count}.` });
    }
    const isBound = answer.error.code === "unauthorized" && apiKey.addresses.length > 0;
    const words = isBound
      ? "It was refused, as it should be: your browser is at none of its addresses."
      : `It did not work. ${answer.error.message}`;
    setTold({ tone: isBound ? "good" : "bad", words });
  }

  const line = `curl -H "Authorization: Bearer $POSTWRIGHT_KEY" ${baseUrl}/me`;
  return (
    <Card edge="gold">
      <div className="grid gap-3">
        <div className="flex items-center gap-3">
          <span className="grid size-9 shrink-0 place-items-center rounded-control bg-gold-wash text-gold-text">
            <KeyRound className="size-[18px]" />
          </span>
          <p ref={head} tabIndex={-1} className="min-w-0 text-14 outline-none [overflow-wrap:anywhere]">
            <strong className="font-semibold">{apiKey.name} is ready.</strong>{" "}
            <span className="text-ink-2">Copy it now; it is not kept here.</span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <code className="min-w-0 flex-1 basis-64 rounded-control bg-sunk px-3 py-2.5 font-mono text-13 [overflow-wrap:anywhere]">
            {value}
          </code>
          <CopyButton text={value} />
          <Button pending={told?.tone === "waiting"} onClick={() => void onTry()}>
            Try it
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <code className="min-w-0 font-mono text-12 text-ink-2 [overflow-wrap:anywhere]">{line}</code>
          <CopyButton text={line} label="Copy the line" />
        </div>
        <p role="status" className={told?.tone === "bad" ? "text-13 text-failed" : "text-13 text-ink-2"}>
          {told?.words}
        </p>
      </div>
    </Card>
  );
}
