import type { ReactNode } from "react";
import { Brand } from "#components/shell/logo.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import { readSession } from "#lib/session/session.ts";

type Way = { href: string; label: string };

/** The frame of pages that anybody may read: the name, and the way in or back unless `way` names another link. */
export async function PublicFrame({ children, way }: { children: ReactNode; way?: Way }) {
  const { href, label } = way ?? (await findWay());
  return (
    <div className="mx-auto max-w-[1180px] px-7 pb-16 max-sm:px-4">
      <header className="flex min-h-top-bar items-center justify-between py-3">
        <IntentLink href="/" aria-label="Postwright, to the start" className="rounded-control">
          <Brand />
        </IntentLink>
        <ButtonLink href={href} variant="quiet">
          {label}
        </ButtonLink>
      </header>
      <main>{children}</main>
    </div>
  );
}

async function findWay(): Promise<Way> {
  const isSignedIn = (await readSession()) !== null;
  return isSignedIn ? { href: "/", label: "Back to Postwright" } : { href: "/sign-in", label: "Sign in" };
}
