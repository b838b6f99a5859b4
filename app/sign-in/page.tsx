import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "#components/settings/sign-in-form";
import { Front } from "#components/shell/front";
import { FrontPicture } from "#components/shell/front-picture";
import { Notice } from "#components/ui/notice";
import { getIdentity } from "#lib/gateway/gateway";
import { isOwnService } from "#lib/gateway/service-at";
import { offeredWays } from "#lib/gateway/ways";
import { ownPath } from "#lib/session/own-path";
import { readSession } from "#lib/session/session";
import { readTold } from "#lib/session/short-cookies";
import { OtherWays } from "./other-ways.tsx";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, left, told } = await searchParams;
  const asked = typeof next === "string" ? next : null;
  const session = await readSession();
  const me = session ? await getIdentity() : null;
  if (me?.ok) redirect(ownPath(asked));
  const sentence = told === undefined ? null : await readTold();
  return (
    <Front picture={<FrontPicture />} title="Sign in" lead={me ? undefined : "With an API key of your organization."}>
      <div className="grid gap-4">
        {sentence ? (
          <Notice tone="failed" role="alert">
            {sentence}
          </Notice>
        ) : me?.error?.code === "unauthorized" ? (
          <Notice role="status" title="Your key no longer works.">
            It was revoked, or you signed out elsewhere. What you were writing stays in this browser; sign in and you
            are back where you were.
          </Notice>
        ) : asked !== null && left === undefined ? (
          <Notice role="status">Sign in, and you are taken to where you wanted to go.</Notice>
        ) : null}
        {left === undefined ? null : <Notice role="status">You are signed out.</Notice>}
        <SignInForm
          next={ownPath(asked)}
          hint={
            isOwnService()
              ? "It starts with pw_ and was shown once, when it was made."
              : "Of the service this desk works with."
          }
        />
        <OtherWays {...offeredWays()} next={ownPath(asked)} />
        <p className="text-13 text-ink-3">
          No key yet? An administrator of your organization makes one for you. On a new installation, open the setup
          link that was printed where Postwright was started.
        </p>
      </div>
    </Front>
  );
}
