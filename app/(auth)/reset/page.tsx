import type { Metadata } from "next";
import { Front } from "#components/shell/auth-layout/auth-layout.tsx";
import { FrontPicture } from "#components/shell/auth-layout/auth-illustration.tsx";
import { AskReset, NewPassword } from "#components/auth/reset-password-forms.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { offersPasswords, readReset } from "#lib/gateway/account/own-account.ts";

export const metadata: Metadata = { title: "Set a new password" };

type ResetPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** With a link, a new password; without one, the way to get a link. */
export default async function ResetPage({ searchParams }: ResetPageProps) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token.slice(0, 200) : null;
  const reset = given === null ? null : await readReset(given);
  if (given !== null && reset) {
    const { email, review } = reset;
    const lead = `For ${email}. This signs you out everywhere.`;
    return (
      <Front picture={<FrontPicture />} title="Set a new password" lead={lead}>
        <NewPassword token={given} email={email} review={review} now={new Date()} />
      </Front>
    );
  }
  const { letters } = offersPasswords();
  const isOver = given !== null;
  return (
    <Front
      picture={<FrontPicture />}
      title={isOver ? "This link does not work" : "Reset your password"}
      lead={
        isOver
          ? "It has already been used, or it has expired. Your password hasn’t changed. Ask for a new link."
          : letters
            ? "We’ll e-mail you a link to set a new one."
            : "This server can’t send e-mail. Ask an administrator of your organization for a reset link."
      }
    >
      <div className="grid gap-4">
        {letters ? <AskReset /> : null}
        <ButtonLink href="/sign-in" variant={letters ? "outline" : "filled"} size="large" className="w-full">
          Back to sign-in
        </ButtonLink>
      </div>
    </Front>
  );
}
