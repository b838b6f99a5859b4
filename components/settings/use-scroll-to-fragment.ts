import { useEffect } from "react";

/** The member takes over: from now on the page stays where they scroll it. */
const takeOverEvents = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/**
 * Keeps the section that the address names in view while sections above it load and grow. Ends as soon as the member
 * scrolls, presses a key or clicks.
 */
export function useScrollToFragment(): void {
  useEffect(() => {
    let isFollowing = false;
    const show = () => {
      if (isFollowing) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    };
    const follow = () => {
      isFollowing = true;
      show();
    };
    const stop = () => {
      isFollowing = false;
    };
    // A page that was reloaded further down stays there.
    if (scrollY === 0) follow();
    const growth = new ResizeObserver(show);
    growth.observe(document.body);
    addEventListener("hashchange", follow);
    for (const name of takeOverEvents) addEventListener(name, stop, { passive: true });
    return () => {
      growth.disconnect();
      removeEventListener("hashchange", follow);
      for (const name of takeOverEvents) removeEventListener(name, stop);
    };
  }, []);
}
