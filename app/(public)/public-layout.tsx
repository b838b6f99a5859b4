import type { ReactNode } from "react";
import { Logo } from "#components/shell/logo.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { getSession } from "#lib/session/session.ts";

type HeaderLink = { href: string; label: string };

/**
 * The frame of public pages: the product's name and a link to sign in or back to the dashboard, unless `way` names
 * another link.
 */
export async function PublicLayout({ children, way }: { children: ReactNode; way?: HeaderLink }) {
  const { href, label } = way ?? (await getHeaderLink());
  return (
    <div className="mx-auto max-w-[1180px] px-7 pb-16 max-sm:px-4">
      <header className="flex min-h-top-bar flex-wrap items-center justify-between py-3">
        <PrefetchLink href="/" aria-label="Postwright home" className="rounded-control">
          <Logo />
        </PrefetchLink>
        <ButtonLink href={href} variant="quiet">
          {label}
        </ButtonLink>
      </header>
      <main>{children}</main>
    </div>
  );
}

async function getHeaderLink(): Promise<HeaderLink> {
  const isSignedIn = (await getSession()) !== null;
  return isSignedIn ? { href: "/", label: "Back to Postwright" } : { href: "/sign-in", label: "Sign in" };
}
