"use client";
import { LogOut } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";

/** Signs this browser out; a plain form until scripts have loaded. */
export function SignOutButton() {
  const [isPending, setPending] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    event.preventDefault();
    setPending(true);
    const loaded = await import("#lib/queries/sign-out/sign-out.ts").catch(() => null);
    if (!loaded) return form.submit();
    const problem = await loaded.signOutAndLeave();
    setPending(false);
    if (problem) showToast({ tone: "failed", message: problem });
  }

  return (
    <form method="post" action="/sign-out" onSubmit={(event) => void onSubmit(event)}>
      <Button type="submit" pending={isPending} icon={<LogOut className="size-4" />}>
        Sign out
      </Button>
    </form>
  );
}
