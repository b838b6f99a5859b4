import type { Metadata } from "next";
import { NewPasswordForm, RequestResetForm } from "#components/auth/reset-password-forms.tsx";
import { AuthIllustration } from "#components/shell/auth-layout/auth-illustration.tsx";
import { AuthLayout } from "#components/shell/auth-layout/auth-layout.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { getPasswordSupport, readPasswordReset } from "#lib/gateway/account/own-account.ts";

export const metadata: Metadata = { title: "Set a new password" };

type ResetRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Resets a password: with a link's token the page sets a new password, without one it e-mails a link. */
export default async function ResetRoute({ searchParams }: ResetRouteProps) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token.slice(0, 200) : null;
  const reset = given === null ? null : await readPasswordReset(given);
  if (given !== null && reset) {
    const { email, review } = reset;
    const lead = `For ${email}. This signs you out everywhere.`;
    return (
      <AuthLayout picture={<AuthIllustration />} title="Set a new password" lead={lead}>
        <NewPasswordForm token={given} email={email} review={review} now={new Date()} />
      </AuthLayout>
    );
  }
  const { letters } = getPasswordSupport();
  const isOver = given !== null;
  return (
    <AuthLayout
      picture={<AuthIllustration />}
      title={isOver ? "This link doesn't work" : "Reset your password"}
      lead={
        isOver
          ? "It has already been used, or it has expired. Your password hasn't changed. Ask for a new link."
          : letters
            ? "We'll e-mail you a link to set a new one."
            : "This server can't send e-mail. Ask an administrator of your organization for a reset link."
      }
    >
      <div className="grid gap-4">
        {letters ? <RequestResetForm /> : null}
        <ButtonLink href="/sign-in" variant={letters ? "outline" : "filled"} size="large" className="w-full">
          Back to sign-in
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
