"use client";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";

type NavLinkProps = {
  href: string;
  keyShortcuts?: string;
  title?: string;
  onClick?: () => void;
  className: string;
  children: ReactNode;
};

/** A link that knows whether its page, or one below it, is being shown. */
export function NavLink({ href, keyShortcuts, title, onClick, className, children }: NavLinkProps) {
  const shown = usePathname();
  // Members lead there and back, under an address of its own.
  const pathname = shown === "/organization" ? "/members" : shown;
  // Every page lies below the home page.
  const isCurrent = pathname === href || (href !== "/" && pathname.startsWith(`${href}/`));
  return (
    <PrefetchLink
      href={href}
      title={title}
      onClick={onClick}
      aria-current={isCurrent ? "page" : undefined}
      aria-keyshortcuts={keyShortcuts}
      className={className}
    >
      {children}
    </PrefetchLink>
  );
}
