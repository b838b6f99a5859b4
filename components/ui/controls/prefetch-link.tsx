"use client";
import { useRouter } from "next/navigation";
import { type ComponentProps, type MouseEvent, useTransition } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";

type PrefetchLinkProps = Omit<ComponentProps<"a">, "href" | "onPointerEnter" | "onFocus"> & {
  /** A path of this app. */
  href: string;
  /** False keeps the scroll position. */
  scroll?: boolean;
};

/** True for a click that the browser handles better: a new tab or window, a download, another frame. */
const isModifiedClick = (event: MouseEvent<HTMLAnchorElement>) => {
  const link = event.currentTarget;
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return modified || event.button !== 0 || !/^(_self)?$/.test(link.target) || link.hasAttribute("download");
};

/**
 * A link that prefetches its page on hover or focus, not as soon as it is visible: every page here reads data from the
 * service, and a sidebar of links would read all of it on each visit. Next's own link does more than that and adds 2 KB
 * to every page. While a slow server prepares the page, the link breathes: pages have no skeletons, because React shows
 * one for at least 300 ms, and the content comes sooner.
 */
export function PrefetchLink({ href, scroll = true, onClick, className, ...rest }: PrefetchLinkProps) {
  const router = useRouter();
  const [isOpening, startOpening] = useTransition();
  const ahead = () => router.prefetch(href);
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isModifiedClick(event)) return;
    event.preventDefault();
    startOpening(() => router.push(href, { scroll }));
  };
  return (
    <a
      {...rest}
      href={href}
      aria-busy={isOpening || undefined}
      className={joinClassNames(className, isOpening && "animate-breathe")}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={press}
    />
  );
}
