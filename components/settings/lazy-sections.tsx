"use client";
import { lazy } from "react";
import type { NoticesSectionProps } from "./notifications-section.tsx";
import type { WebhooksSectionProps } from "./webhooks-section.tsx";
import { WhenSeen } from "./when-seen.tsx";

const loadNotices = () => import("./notifications-section.tsx");
const loadWebhooks = () => import("./webhooks-section.tsx");
const Notices = lazy(() => loadNotices().then((file) => ({ default: file.NoticesSection })));
const Webhooks = lazy(() => loadWebhooks().then((file) => ({ default: file.WebhooksSection })));

export function LaterNotices(props: NoticesSectionProps) {
  return (
    <WhenSeen id="notices" title="Notices" load={loadNotices}>
      <Notices {...props} />
    </WhenSeen>
  );
}

export function LaterWebhooks(props: WebhooksSectionProps) {
  return (
    <WhenSeen id="webhooks" title="Webhooks" load={loadWebhooks}>
      <Webhooks {...props} />
    </WhenSeen>
  );
}
