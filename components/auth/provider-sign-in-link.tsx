import { LogIn } from "lucide-react";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";

type ProviderSignInLinkProps = {
  /** The provider's display name. */
  name: string;
  next: string;
  /** An invitation token, which the person uses after returning from the provider. */
  invitation?: string;
};

/** Links to the provider; a plain link prefetches nothing and works before scripts load. */
export function ProviderSignInLink({ name, next, invitation }: ProviderSignInLinkProps) {
  const query = new URLSearchParams({
    ...(next !== "/" && { next }),
    ...(invitation !== undefined && { invitation }),
  });
  return (
    <a
      href={`/sign-in/provider${query.size > 0 ? `?${query}` : ""}`}
      className={joinClassNames(buttonClass("outline", "large"), "w-full")}
    >
      <LogIn className="size-4" />
      <span className="truncate">Continue with {name}</span>
    </a>
  );
}
