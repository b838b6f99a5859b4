import type { Metadata } from "next";
import { Front } from "#components/shell/front";
import { FrontPicture } from "#components/shell/front-picture";
import { AskReset, NewPassword } from "#components/sign-in/reset-forms";
import { ButtonLink } from "#components/ui/button-link";
import { offersPasswords, readReset } from "#lib/gateway/accounts";

export const metadata: Metadata = { title: "Set a new password", referrer: "no-referrer" };

type ResetPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** With a link, a new password; without one, the way to get a link. */
export default async function ResetPage({ searchParams }: ResetPageProps) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token.slice(0, 200) : null;
  const reset = given === null ? null : await readReset(given);
  if (given !== null && reset) {
    const lead = `For ${reset.email}. Everywhere you are signed in, you are signed out.`;
    return (
      <Front picture={<FrontPicture />} title="Set a new password" lead={lead}>
        <NewPassword token={given} email={reset.email} />
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
          ? "It was used already, or it has run out. Your password is as it was. Ask for a new link."
          : letters
            ? "A link comes by e-mail."
            : "This server sends no letters: an administrator of your organization makes a link for you."
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
