"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { SecretReveal } from "#components/ui/layout/secret-reveal.tsx";
import { testApiKey } from "#lib/actions/api-keys.ts";
import type { ApiKey } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatCount } from "#lib/text/format-count.ts";

type TryOutResult = { tone: "waiting" | "good" | "bad"; words: string };

/** Shows a new key, the only time its value is readable. */
export function NewApiKeyCard({ apiKey, value, baseUrl }: { apiKey: ApiKey; value: string; baseUrl: string }) {
  const [told, setTold] = useState<TryOutResult | null>(null);

  async function onTry() {
    setTold({ tone: "waiting", words: "Calling GET /me" });
    const answer = await testApiKey({ value }).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    if (answer.ok) {
      const { membership, org, scopes } = answer.ok;
      const count = formatCount(scopes.length, "scope");
      return setTold({
        tone: "good",
        words: `It works. The key acts as ${membership.name} of ${org.name}, with ${count}.`,
      });
    }
    const isBound = answer.error.code === "unauthorized" && apiKey.addresses.length > 0;
    const words = isBound
      ? "Rejected as expected: your browser isn't at one of its addresses."
      : `It didn't work. ${answer.error.message}`;
    setTold({ tone: isBound ? "good" : "bad", words });
  }

  const line = `curl -H "Authorization: Bearer $POSTWRIGHT_KEY" ${baseUrl}/me`;
  return (
    <SecretReveal
      title={`${apiKey.name} is ready.`}
      note="Copy it now. You won't see it again."
      value={value}
      action={
        <Button pending={told?.tone === "waiting"} onClick={() => void onTry()}>
          Try it
        </Button>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <code className="min-w-0 font-mono text-12 text-ink-2 wrap-anywhere">{line}</code>
        <CopyButton text={line} label="Copy command" />
      </div>
      <p role="status" className={told?.tone === "bad" ? "text-13 text-failed" : "text-13 text-ink-2"}>
        {told?.words}
      </p>
    </SecretReveal>
  );
}
