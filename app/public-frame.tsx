import type { ReactNode } from "react";
import { Brand } from "#components/shell/brand";
import { ButtonLink } from "#components/ui/button-link";
import { IntentLink } from "#components/ui/intent-link";
import { readSession } from "#lib/session/session";

/** The frame of pages that anybody may read: the name, and the way in or back. */
export async function PublicFrame({ children }: { children: ReactNode }) {
  const isSignedIn = (await readSession()) !== null;
  return (
    <div className="mx-auto max-w-[1180px] px-7 pb-16 max-sm:px-4">
      <header className="flex min-h-top-bar items-center justify-between py-3">
        <IntentLink href="/" aria-label="Postwright, to the start" className="rounded-control">
          <Brand />
        </IntentLink>
        <ButtonLink href={isSignedIn ? "/" : "/sign-in"} variant="quiet">
          {isSignedIn ? "Back to your desk" : "Sign in"}
        </ButtonLink>
      </header>
      <main>{children}</main>
    </div>
  );
}
