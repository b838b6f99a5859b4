import type { Metadata } from "next";
import type { ReactNode } from "react";
import { JoinAsCurrentUserForm, JoinForm } from "#components/auth/join-form.tsx";
import { ProviderSignInLink } from "#components/auth/provider-sign-in-link.tsx";
import { AuthIllustration } from "#components/shell/auth-layout/auth-illustration.tsx";
import { AuthLayout } from "#components/shell/auth-layout/auth-layout.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { getSignInMethods } from "#lib/gateway/account/call-embedded-service.ts";
import { listMemberships, readInvitation, readOwnAccount } from "#lib/gateway/account/own-account.ts";

export const metadata: Metadata = { title: "Join" };

type JoinRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const ended = {
  used: "It was already used. Each link works once.",
  revoked: "It was revoked.",
  expired: "It has expired. Links work for seven days.",
};

/** The page behind an invitation link: shows who invites the person and how to join. */
export default async function JoinRoute({ searchParams }: JoinRouteProps) {
  const { token } = await searchParams;
  const given = typeof token === "string" ? token.slice(0, 200) : "";
  const [invitation, own, members] = await Promise.all([readInvitation(given), readOwnAccount(), listMemberships()]);
  if (invitation?.state !== "open") {
    const why = invitation ? ended[invitation.state] : "The link is incomplete or wrong.";
    return (
      <Frame title="This invitation doesn't work" lead={`${why} Nothing was changed. Ask for a new link.`}>
        <ButtonLink href={own ? "/" : "/sign-in"} variant="filled" size="large" className="w-full">
          {own ? "Open Postwright" : "Sign in"}
        </ButtonLink>
      </Frame>
    );
  }
  const { organization, by, role, email } = invitation;
  const lead = `${by} invites you as ${role === "admin" ? "an administrator" : "a member"}.`;
  const me = members.find((one) => one.isCurrent);
  if (own?.standing === "own" && me) {
    return (
      <Frame title={`Join ${organization}`} lead={lead}>
        <div className="grid gap-4">
          <JoinAsCurrentUserForm token={given} organization={organization} />
          <p className="text-13 text-ink-3">
            You are signed in as {me.name}. You stay in {me.organization.name} and can switch at any time.
          </p>
        </div>
      </Frame>
    );
  }
  const { provider } = getSignInMethods();
  return (
    <Frame title={`Join ${organization}`} lead={lead} foot="The link works once.">
      <div className="grid gap-4">
        <JoinForm token={given} organization={organization} email={email} />
        {provider === null ? null : <ProviderSignInLink name={provider} next="/" invitation={given} />}
        <p className="text-13 text-ink-3">
          Already have an account?{" "}
          <PrefetchLink
            href={`/sign-in?next=${encodeURIComponent(`/join?token=${given}`)}`}
            className="text-accent underline underline-offset-2 pointer-coarse:py-3"
          >
            Sign in and join
          </PrefetchLink>
        </p>
      </div>
    </Frame>
  );
}

function Frame(props: { title: string; lead: string; foot?: string; children: ReactNode }) {
  return <AuthLayout picture={<AuthIllustration />} {...props} />;
}
