"use client";
import { lazy } from "react";
import type { NoticesSectionProps } from "./notices-section.tsx";
import type { WebhooksSectionProps } from "./webhooks-section.tsx";
import { WhenSeen } from "./when-seen.tsx";

const Notices = lazy(() => import("./notices-section.tsx").then((file) => ({ default: file.NoticesSection })));
const Webhooks = lazy(() => import("./webhooks-section.tsx").then((file) => ({ default: file.WebhooksSection })));

export function LaterNotices(props: NoticesSectionProps) {
  return (
    <WhenSeen id="notices" title="Notices">
      <Notices {...props} />
    </WhenSeen>
  );
}

export function LaterWebhooks(props: WebhooksSectionProps) {
  return (
    <WhenSeen id="webhooks" title="Webhooks">
      <Webhooks {...props} />
    </WhenSeen>
  );
}
