"use client";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { leaveOrganization } from "#lib/actions/auth/switch-organization.ts";
import { readResource, toReadFailure } from "#lib/queries/read-resource.ts";
import { setSigningOut } from "#lib/queries/sign-out/is-signing-out.ts";
import { signOutAndLeave } from "#lib/queries/sign-out/sign-out.ts";

type LeaveOrganizationDialogProps = { organization: string; next: string | null; onClose: () => void };

/** Says what leaving does to the member's posts and keys before it happens. */
export function LeaveOrganizationDialog({ organization, next, onClose }: LeaveOrganizationDialogProps) {
  const [planned, setPlanned] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const gone = new AbortController();
    // Only adds a number: the sentence is true for any number of planned posts.
    readResource<{ of: { scheduled?: number | null } }>("counts", {}, gone.signal).then(
      ({ of }) => setPlanned(of.scheduled ?? null),
      () => undefined,
    );
    return () => gone.abort();
  }, []);

  async function go() {
    setBusy(true);
    setProblem(null);
    // The session ends during the request, so the page's own reads must not report failures.
    setSigningOut(true);
    const { error } = await leaveOrganization().catch((cause: unknown) => ({ error: toReadFailure(cause) }));
    if (error) {
      setSigningOut(false);
      setBusy(false);
      return setProblem(`${error.message} You are still a member.`);
    }
    if (next === null) {
      const failed = await signOutAndLeave();
      if (failed) showToast({ tone: "failed", message: failed });
      return;
    }
    try {
      sessionStorage.clear();
    } catch {
      // A browser without storage has nothing to clear.
    }
    location.assign("/");
  }

  return (
    <DialogPanel
      title={`Leave ${organization}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button variant="danger" pending={busy} onClick={() => void go()}>
            Leave {organization}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-14 text-ink-2">
        <li>Your API keys, sessions and open invitations there are revoked now.</li>
        <li>{formatPlannedPosts(planned)}</li>
        <li>Your published posts, points and rank stay.</li>
        <li>
          Only an administrator can reactivate you.{" "}
          {next === null ? "You will be signed out: you have no other organization here." : `You continue in ${next}.`}
        </li>
      </ul>
      {problem ? (
        <Banner tone="failed" role="alert" className="mt-4">
          {problem}
        </Banner>
      ) : null}
    </DialogPanel>
  );
}

function formatPlannedPosts(count: number | null): string {
  if (count === 0) return "You have nothing scheduled.";
  const what =
    count === null
      ? "Posts you have scheduled are"
      : count === 1
        ? "Your scheduled post is"
        : `Your ${count} scheduled posts are`;
  return `${what} put on hold until an administrator reassigns or cancels ${count === 1 ? "it" : "them"}.`;
}
