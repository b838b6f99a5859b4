"use client";
import { type ReactNode, useState } from "react";
import { cn } from "#components/ui/cn.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { sendTestNotification } from "#lib/actions/notifications.ts";
import { describeFailure } from "#lib/contract/messages/failure-messages.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

/** Sends a test notification and shows the result beside the button. */
export function TestNotificationButton({ way, children }: { way: "email" | "push"; children: ReactNode }) {
  const [isPending, setIsPending] = useState(false);
  const [came, setCame] = useState<{ ok: boolean; words: string } | null>(null);

  async function send() {
    setIsPending(true);
    setCame(null);
    const { ok, error } = await sendTestNotification({ way }).catch((thrown: unknown) => ({
      ok: undefined,
      error: toReadFailure(thrown),
    }));
    setIsPending(false);
    if (error) setCame({ ok: false, words: `${describeFailure(error).what} ${describeFailure(error).next}` });
    else if (ok?.sent)
      setCame({ ok: true, words: way === "email" ? "Sent to the mail server." : "Sent to your browsers." });
    else setCame({ ok: false, words: ok?.why ?? "Nothing was sent." });
  }

  return (
    <div className="flex flex-wrap items-center justify-end gap-y-1.5">
      <span
        role="status"
        className={cn("text-13 not-empty:mr-3", came?.ok === false ? "text-failed" : "text-published")}
      >
        {came?.words}
      </span>
      <Button pending={isPending} onClick={() => void send()}>
        {children}
      </Button>
    </div>
  );
}
