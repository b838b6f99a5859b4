import { LogIn } from "lucide-react";
import { cn } from "#components/ui/cn.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";

type ProviderSignInLinkProps = {
  /** What people call the provider. */
  name: string;
  next: string;
  /** The token of an invitation, which whoever comes back uses. */
  invitation?: string;
};

/** Goes to the provider: a plain link, so that nothing is fetched ahead and it works before scripts have loaded. */
export function ProviderSignInLink({ name, next, invitation }: ProviderSignInLinkProps) {
  const query = new URLSearchParams({
    ...(next !== "/" && { next }),
    ...(invitation !== undefined && { invitation }),
  });
  return (
    <a
      href={`/sign-in/provider${query.size > 0 ? `?${query}` : ""}`}
      className={cn(buttonClass("outline", "large"), "w-full")}
    >
      <LogIn className="size-4" />
      <span className="truncate">Continue with {name}</span>
    </a>
  );
}
