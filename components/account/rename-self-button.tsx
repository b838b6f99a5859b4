"use client";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { updateOwnName } from "#lib/actions/members.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

const NameDialog = lazyComponent(() => import("./name-dialog.tsx").then((file) => file.NameDialog));

export function RenameSelfButton({ name }: { name: string }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);

  async function rename(to: string, from: string): Promise<Failure | null> {
    const answer = await updateOwnName(to).catch((error: unknown) => ({ ok: undefined, error: toReadFailure(error) }));
    if (answer.error) return answer.error;
    setOpen(false);
    const now = answer.ok.membership.name;
    showToast({ message: `Your name is now ${now}`, ...(now !== from && { undo: () => takeBack(from, now) }) });
    router.refresh();
    return null;
  }

  async function takeBack(to: string, from: string) {
    const failure = await rename(to, from);
    if (failure) showToast({ tone: "failed", message: `${failure.message} Your name is still ${from}.` });
  }

  return (
    <>
      <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Rename<span className="sr-only"> yourself</span>
      </Button>
      {isOpen ? (
        <Suspense>
          <NameDialog
            title="Your name"
            description="Shown to your organization on posts, claims and the leaderboard."
            act="Rename"
            first={name}
            complete="name"
            onSubmit={(to) => rename(to, name)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
