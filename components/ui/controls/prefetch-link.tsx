"use client";
import { useRouter } from "next/navigation";
import type { ComponentProps, MouseEvent } from "react";

type PrefetchLinkProps = Omit<ComponentProps<"a">, "href" | "onPointerEnter" | "onFocus"> & {
  /** A path of this app. */
  href: string;
  /** False leaves the page where it is scrolled to. */
  scroll?: boolean;
};

/** A press that the browser answers better itself: a new tab or window, a download, another frame. */
const isModifiedClick = (event: MouseEvent<HTMLAnchorElement>) => {
  const link = event.currentTarget;
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return modified || event.button !== 0 || !/^(_self)?$/.test(link.target) || link.hasAttribute("download");
};

/**
 * A link that loads its page ahead once it is pointed at or has the focus, and not as soon as it is in view: every page
 * here asks the service for data, and a rail of links would ask for all of them on each visit. Next's own link does more
 * than that and is 2 KB on every page.
 */
export function PrefetchLink({ href, scroll = true, onClick, ...rest }: PrefetchLinkProps) {
  const router = useRouter();
  const ahead = () => router.prefetch(href);
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isModifiedClick(event)) return;
    event.preventDefault();
    router.push(href, { scroll });
  };
  return <a {...rest} href={href} onPointerEnter={ahead} onFocus={ahead} onClick={press} />;
}
