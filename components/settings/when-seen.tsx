"use client";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";

type WhenSeenProps = {
  /** The fragment of its address, there before what it leads to. */
  id: string;
  title: string;
  /** Loads its code when it is first drawn. */
  children: ReactNode;
};

/**
 * A section further down the page, whose code is loaded when it comes near the view: most visits change one thing at the
 * top. Its heading stands there from the start, so that links and headings lead to it.
 */
export function WhenSeen({ id, title, children }: WhenSeenProps) {
  const place = useRef<HTMLElement>(null);
  const [isSeen, setIsSeen] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsSeen(true), {
      rootMargin: "120px",
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);

  const heading = (
    <section ref={place} id={id} aria-labelledby={`${id}-title`} className="min-h-40 scroll-mt-20">
      <h2 id={`${id}-title`} className="text-17 font-semibold">
        {title}
      </h2>
    </section>
  );
  return isSeen ? <Suspense fallback={heading}>{children}</Suspense> : heading;
}
