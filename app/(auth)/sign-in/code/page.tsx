import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PasskeySignInButton } from "#components/auth/passkey-sign-in-button.tsx";
import { VerificationCodeForm } from "#components/auth/verification-code-form.tsx";
import { AuthIllustration } from "#components/shell/auth-layout/auth-illustration.tsx";
import { AuthLayout } from "#components/shell/auth-layout/auth-layout.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { getSecondStep } from "#lib/session/second-step-cookie.ts";

export const metadata: Metadata = { title: "Two-step verification" };

type VerificationCodeRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function VerificationCodeRoute({ searchParams }: VerificationCodeRouteProps) {
  const step = await getSecondStep();
  if (!step) redirect("/sign-in");
  const isRecovery = (await searchParams)["use"] === "recovery";
  return (
    <AuthLayout
      picture={<AuthIllustration />}
      title="Two-step verification"
      lead={
        isRecovery
          ? "Enter one of the codes you saved when you turned on two-step verification. Each works once."
          : "Enter the six-digit code that your authenticator app shows for Postwright."
      }
    >
      <div className="grid gap-4">
        <VerificationCodeForm isRecovery={isRecovery} />
        <PasskeySignInButton next={step.next} />
        <ButtonLink
          href={isRecovery ? "/sign-in/code" : "/sign-in/code?use=recovery"}
          variant="quiet"
          size="large"
          className="w-full"
        >
          {isRecovery ? "Use your authenticator app" : "Use a recovery code"}
        </ButtonLink>
        <p className="text-13 text-ink-3">
          Lost your device and your codes? Ask an owner of your organization to remove two-step verification from your
          account, then sign in with your password.
        </p>
      </div>
    </AuthLayout>
  );
}
