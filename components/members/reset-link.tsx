"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { SecretReveal } from "#components/ui/layout/secret-reveal.tsx";
import { createResetLink } from "#lib/actions/members.ts";
import { withConfirmation } from "#lib/queries/identity-confirmation.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/** A link with which a member who can't sign in sets a new password. Why there is none for somebody is said when asked. */
export function ResetLinkSection({ member }: { member: { id: string; name: string } }) {
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function make() {
    setBusy(true);
    const made = await withConfirmation(() => createResetLink({ id: member.id })).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setBusy(false);
    setProblem(made.error?.message ?? null);
    if (made.ok) setUrl(made.ok.url);
  }

  return (
    <section aria-labelledby="password-title" className="border-t pt-4">
      <h3 id="password-title" className="text-14 font-semibold">
        Password
      </h3>
      <p className="mt-1 mb-3 text-13 text-ink-2">
        For {member.name} who forgot it: a link that works once, for an hour. Setting the new password signs them out
        everywhere.
      </p>
      {problem ? (
        <Banner tone="failed" role="alert" className="mb-3">
          {problem} No link was made.
        </Banner>
      ) : null}
      {url ? (
        <SecretReveal title="The link is ready." note="Copy it now; it is not shown again." value={url}>
          <p className="text-13 text-ink-3">Give it to {member.name} alone: whoever has it becomes them here.</p>
        </SecretReveal>
      ) : (
        <Button pending={busy} onClick={() => void make()}>
          Make a reset link
        </Button>
      )}
    </section>
  );
}
