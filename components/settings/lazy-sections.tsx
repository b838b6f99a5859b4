"use client";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { NotificationsSectionProps } from "./notifications-section.tsx";
import type { WebhooksSectionProps } from "./webhooks-section.tsx";

const loadNotices = () => import("./notifications-section.tsx");
const loadWebhooks = () => import("./webhooks-section.tsx");
const NotificationsSection = lazy(() => loadNotices().then((file) => ({ default: file.NotificationsSection })));
const WebhooksSection = lazy(() => loadWebhooks().then((file) => ({ default: file.WebhooksSection })));

export function LazyNotificationsSection(props: NotificationsSectionProps) {
  return (
    <LoadWhenVisible id="notices" title="Notifications" load={loadNotices}>
      <NotificationsSection {...props} />
    </LoadWhenVisible>
  );
}

export function LazyWebhooksSection(props: WebhooksSectionProps) {
  return (
    <LoadWhenVisible id="webhooks" title="Webhooks" load={loadWebhooks}>
      <WebhooksSection {...props} />
    </LoadWhenVisible>
  );
}

type LoadWhenVisibleProps = {
  /** The fragment of the section's address; it exists before the content loads. */
  id: string;
  title: string;
  /** Loads the code of `children`. */
  load: () => Promise<unknown>;
  /** Rendered once the code has loaded. */
  children: ReactNode;
};

/**
 * A section further down the page, whose code loads when it comes near the viewport: most visits change one setting at
 * the top. Its heading is there from the start, so that links and heading navigation reach it. Offline, the rest of the
 * page still works.
 */
function LoadWhenVisible({ id, title, load, children }: LoadWhenVisibleProps) {
  const place = useRef<HTMLElement>(null);
  const [state, setState] = useState<"waiting" | "loaded" | "failed">("waiting");

  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watcher.disconnect();
        load().then(
          () => setState("loaded"),
          () => setState("failed"),
        );
      },
      { rootMargin: "120px" },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [load]);

  const heading = (
    <section ref={place} id={id} aria-labelledby={`${id}-title`} className="min-h-40 scroll-mt-20">
      <h2 id={`${id}-title`} className="text-17 font-semibold">
        {title}
      </h2>
      {state === "failed" ? (
        <p role="status" className="text-14 text-ink-2">
          This section couldn't be loaded. The rest works;{" "}
          <a href={`/settings#${id}`} className="underline underline-offset-2">
            reload the page
          </a>{" "}
          when you're back online.
        </p>
      ) : null}
    </section>
  );
  return state === "loaded" ? <Suspense fallback={heading}>{children}</Suspense> : heading;
}
