"use client";
import { lazy } from "react";
import type { NotificationsSectionProps } from "./notifications-section.tsx";
import type { WebhooksSectionProps } from "./webhooks-section.tsx";
import { LoadWhenVisible } from "./when-seen.tsx";

const loadNotices = () => import("./notifications-section.tsx");
const loadWebhooks = () => import("./webhooks-section.tsx");
const NotificationsSection = lazy(() => loadNotices().then((file) => ({ default: file.NotificationsSection })));
const WebhooksSection = lazy(() => loadWebhooks().then((file) => ({ default: file.WebhooksSection })));

export function LazyNotificationsSection(props: NotificationsSectionProps) {
  return (
    <LoadWhenVisible id="notices" title="Notices" load={loadNotices}>
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
