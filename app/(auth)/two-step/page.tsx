import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { TwoStepSection } from "#components/account/two-step-section.tsx";
import { ConfirmIdentityHost } from "#components/auth/confirm-identity-host.tsx";
import { VerifySecondFactorButton } from "#components/auth/verify-second-factor-button.tsx";
import { AuthIllustration } from "#components/shell/auth-layout/auth-illustration.tsx";
import { AuthLayout } from "#components/shell/auth-layout/auth-layout.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { callAsSignedIn } from "#lib/gateway/account/call-embedded-service.ts";
import { toSafeRedirectPath } from "#lib/session/safe-redirect-path.ts";

export const metadata: Metadata = { title: "Two-step verification is required" };

type TwoStepRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The page for administrators who lack the second factor that their organization requires. */
export default async function TwoStepRoute({ searchParams }: TwoStepRouteProps) {
  const { next: asked } = await searchParams;
  const next = toSafeRedirectPath(typeof asked === "string" ? asked : null);
  const seen = await callAsSignedIn(({ twoStep }, session) => twoStep.read(session));
  if (seen.error) redirect("/sign-in");
  // Redirects after a proven second factor too, except while its recovery codes are still on the page.
  const { isLocked, since, passkeys, requiredBy } = seen.ok;
  if (!isLocked) redirect(next);
  const hasFactor = since !== null || passkeys;
  return (
    <AuthLayout
      picture={<AuthIllustration />}
      title="Two-step verification is required"
      lead={`${requiredBy ?? "Your organization"} requires it for administrators and owners. Until you verify, you can only do what members can.`}
    >
      <div className="grid gap-4">
        {hasFactor ? (
          <>
            <VerifySecondFactorButton next={next} passkey={passkeys} code={since !== null} />
            <p className="text-13 text-ink-3">
              {since === null ? "Lost your passkey?" : "Lost your device and your codes?"} Ask an owner of your
              organization to remove two-step verification from your account. Then sign in with your password and set it
              up again.
            </p>
          </>
        ) : (
          <TwoStepSection first={seen.ok} now={new Date()} next={next} />
        )}
        <ButtonLink href={next} variant="quiet" size="large" className="w-full">
          Not now
        </ButtonLink>
      </div>
      <ConfirmIdentityHost />
    </AuthLayout>
  );
}
