"use client";
import { type ReactNode, useState } from "react";
import { SetupForm, type SetupStep } from "#components/account/setup-form.tsx";
import { AuthLayout } from "#components/shell/auth-layout/auth-layout.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";

type SetupGateProps = { isOpen: boolean; token: string; origin: string; device: string; picture: ReactNode };

const heads: Record<SetupStep, { title: string; lead: string }> = {
  form: { title: "Set up your organization", lead: "It takes a minute. This link works once." },
  "sign-in": { title: "Choose how you sign in", lead: "Your organization is ready. You are signed in." },
  key: { title: "You're all set", lead: "Three practice channels are ready for your first post." },
};

/**
 * Shows the setup form for a valid link. `useState` freezes the first `isOpen`: setting up uses the link up, and a
 * refresh of the page must not remove the answer, which holds the first key.
 */
export function SetupGate({ isOpen, token, origin, device, picture }: SetupGateProps) {
  const [wasOpen] = useState(isOpen);
  const [step, setStep] = useState<SetupStep>("form");
  if (!wasOpen) {
    return (
      <AuthLayout
        picture={picture}
        title="This link doesn't work"
        lead="It was already used, or Postwright printed a newer one when it started again."
      >
        <ButtonLink href="/sign-in" variant="filled" size="large" className="w-full">
          Sign in
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout picture={picture} {...heads[step]} foot="Your data stays on your own server.">
      <SetupForm token={token} origin={origin} device={device} onStep={setStep} />
    </AuthLayout>
  );
}
