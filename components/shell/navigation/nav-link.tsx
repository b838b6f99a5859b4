"use client";
import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";

/** A link that marks itself as current while its page, or one below it, is open. No page is below the home page. */
export function NavLink({ href, ...rest }: ComponentProps<typeof PrefetchLink>) {
  // The home page's "/" becomes "//", which begins no other page's path.
  const [path] = href.split("?");
  const isCurrent = `${usePathname()}/`.startsWith(`${path}/`);
  return <PrefetchLink href={href} aria-current={isCurrent ? "page" : undefined} {...rest} />;
}
