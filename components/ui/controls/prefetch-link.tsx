"use client";
import { useRouter } from "next/navigation";
import { type ComponentProps, type MouseEvent, startTransition, useState } from "react";
import { mayLeavePage } from "#components/ui/leave-guard.ts";

/** No `target` or `download`: a link to another window or to a file is a plain `a`. */
type PrefetchLinkProps = Omit<ComponentProps<"a">, "href" | "onPointerEnter" | "onFocus" | "target" | "download"> & {
  /** A path of this app. */
  href: string;
  /** False keeps the scroll position. */
  scroll?: false;
};

/** Ms after which a page that is not there yet counts as slow. */
const slowMs = 300;

/** True for a click that the browser handles better: a new tab or window. */
const isModifiedClick = (event: MouseEvent) => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/**
 * A link that prefetches its page on hover or focus, not as soon as it is visible: every page here reads data from the
 * service, and a sidebar of links would read all of it on each visit. Next's own link does more than that and adds 2 KB
 * to every page. The link is busy and pulses if its page takes longer than `slowMs`: pages have no skeletons, because
 * React shows one for at least 300 ms, and the content comes sooner. The link doesn't change before: `useTransition`
 * would render it at the press, and the browser would compute styles and paint a frame that a usual switch doesn't need.
 */
export function PrefetchLink({ href, scroll, onClick, ...rest }: PrefetchLinkProps) {
  const router = useRouter();
  // Odd while the pressed link's page takes longer than `slowMs`.
  const [openings, setOpenings] = useState(0);
  const ahead = () => router.prefetch(href);
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (isModifiedClick(event)) return;
    event.preventDefault();
    if (!mayLeavePage(href)) return;
    // One transition for both: the number changes when the page is there.
    startTransition(() => {
      router.push(href, { scroll });
      setOpenings((openings | 1) + 1);
    });
    setTimeout(setOpenings, slowMs, (now: number) => (now === openings ? openings | 1 : now));
  };
  return (
    <a
      {...rest}
      href={href}
      aria-busy={openings % 2 === 1 || undefined}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={press}
    />
  );
}
