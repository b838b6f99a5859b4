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

/** A link that marks itself as current while its page, or one below it, is open. */
export function NavLink({ href, keyShortcuts, title, onClick, className, children }: NavLinkProps) {
  const pathname = usePathname();
  // Every page is below the home page.
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
