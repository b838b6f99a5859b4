"use client";
import { type ReactNode, useCallback, useState } from "react";
import { SetupForm } from "#components/settings/setup-form";
import { Front } from "#components/shell/front";
import { ButtonLink } from "#components/ui/button-link";

type SetupGateProps = { isOpen: boolean; token: string; origin: string; picture: ReactNode };

/**
 * Shows the form for a link that works. It stays once it is there: setting up uses the link, and the answer, which holds
 * the first key, must not be swept away by the page being told so.
 */
export function SetupGate({ isOpen, token, origin, picture }: SetupGateProps) {
  const [wasOpen] = useState(isOpen);
  const [isDone, setDone] = useState(false);
  const onDone = useCallback(() => setDone(true), []);
  if (!wasOpen) {
    return (
      <Front
        picture={picture}
        title="This link does not work"
        lead="It was used already, or it is not the one printed at the last start. Nothing was changed."
      >
        <ButtonLink href="/sign-in" variant="filled" size="large" className="w-full">
          Sign in
        </ButtonLink>
      </Front>
    );
  }
  return (
    <Front
      picture={picture}
      title={isDone ? "You are set up" : "Set up your organization"}
      lead={
        isDone
          ? "And signed in. Three practice channels are waiting for a first post."
          : "One minute, nothing else to install. This link works once."
      }
      foot="Data stays where Postwright runs."
    >
      <SetupForm token={token} origin={origin} onDone={onDone} />
    </Front>
  );
}
