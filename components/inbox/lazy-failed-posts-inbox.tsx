"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";

// Most services have an inbox, and its page loads none of this.
const FailedPostsInbox = lazyComponent(() => import("./failed-posts-inbox.tsx").then((file) => file.FailedPostsInbox));

/** The inbox for a service without one. */
export const LazyFailedPostsInbox: typeof FailedPostsInbox = (props) => (
  <Suspense>
    <FailedPostsInbox {...props} />
  </Suspense>
);
