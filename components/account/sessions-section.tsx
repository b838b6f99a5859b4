"use client";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { endOtherSession, endOtherSessions } from "#lib/actions/auth/sessions.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import type { SignInSession } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatRelativeDate } from "#lib/time/format.ts";

const signInMethodLabels: Record<string, string> = {
  key: "API key",
  password: "Password",
  passkey: "Passkey",
  provider: "Single sign-on",
  invitation: "Invitation",
  setup: "Setup link",
};

/** Returns the label of a session's sign-in method; an unknown method keeps its own name. */
function getSignInMethodLabel(way: string): string {
  return Object.hasOwn(signInMethodLabels, way) ? (signInMethodLabels[way] ?? way) : way;
}

type SessionsSectionProps = { sessions: readonly SignInSession[]; now: Date };

/** Lists the account's signed-in browsers and signs out one or all of them. */
export function SessionsSection({ sessions: first, now }: SessionsSectionProps) {
  const { zone } = usePreferences();
  const [sessions, setSessions] = useState(first);
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const others = sessions.filter(({ current }) => !current);
  const organizations = new Set(sessions.map(({ organization }) => organization));

  async function run<T>(what: string, act: () => Promise<Result<T>>, done: () => void) {
    setBusy(what);
    const answer = await act().catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
    setBusy(null);
    // A session that ended by itself is the wanted result.
    const isOver = answer.error?.code === "not_found";
    setFailure(isOver ? null : (answer.error ?? null));
    if (!answer.error || isOver) done();
  }

  function end({ id, device }: SignInSession) {
    void run(
      id,
      () => endOtherSession(id),
      () => {
        setSessions((all) => all.filter((one) => one.id !== id));
        showToast({ message: `Signed out: ${device || "a browser"}.` });
      },
    );
  }

  const endOthers = () =>
    run("others", endOtherSessions, () => {
      setSessions((all) => all.filter(({ current }) => current));
      showToast({ message: "All other browsers are signed out." });
    });

  /** Signs this browser out last, after the other sessions have ended. */
  async function leaveHere() {
    setBusy("everywhere");
    const problem = await import("#lib/queries/sign-out/sign-out.ts").then(
      ({ signOutAndLeave: leave }) => leave(),
      () => "The others are signed out, but this browser isn't. Try again.",
    );
    setBusy(null);
    if (problem) showToast({ tone: "failed", message: problem });
  }

  return (
    <Card flush title="Where you are signed in" aside={String(sessions.length)}>
      <ul className="border-t">
        {sessions.map((session) => {
          const { id, device, way, organization, created_at: since, last_used_at: used, current } = session;
          const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop;
          const name = device || "A browser";
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-[18px] py-2.5">
              <Icon className="size-4 shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1 basis-48">
                <div className="flex flex-wrap items-center gap-x-2 text-14 font-medium">
                  <span className="truncate">{name}</span>
                  {current ? <Badge tone="accent">This browser</Badge> : null}
                </div>
                <div className="text-13 text-ink-3">
                  {getSignInMethodLabel(way)}
                  {organizations.size > 1 ? ` · ${organization}` : ""} · since{" "}
                  {formatRelativeDate(new Date(since), now, zone)}
                  {current ? "" : ` · last used ${formatRelativeDate(new Date(used ?? since), now, zone)}`}
                </div>
              </div>
              {current ? null : (
                <Button
                  size="small"
                  variant="quiet"
                  className="-mx-2.5"
                  pending={busy === id}
                  onClick={() => end(session)}
                >
                  Sign out<span className="sr-only"> {name}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="grid gap-3 px-[18px] py-3.5">
        {failure ? (
          <Banner tone="failed" role="alert">
            {failure.message}
          </Banner>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {others.length > 0 ? (
            <Button pending={busy === "others"} onClick={() => void endOthers()}>
              Sign out others
            </Button>
          ) : null}
          <Button
            variant={others.length > 0 ? "quiet" : "outline"}
            pending={busy === "everywhere"}
            onClick={() => void run("everywhere", endOtherSessions, () => void leaveHere())}
          >
            Sign out everywhere
          </Button>
        </div>
      </div>
    </Card>
  );
}
