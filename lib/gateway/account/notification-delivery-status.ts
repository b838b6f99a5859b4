import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import { api } from "#lib/contract/api.ts";
import type { InboxItem } from "#lib/contract/types.ts";
import { listInbox } from "#lib/gateway/inbox.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";

/** Unsubscribes the given browser from notifications. Ignores failures, because signing out must continue anyway. */
export async function unsubscribeBrowser(subscription: unknown): Promise<void> {
  const [asked, offered] = [api.subscribePush.body.safeParse(subscription), await getServiceCapabilities()];
  if (!asked.success || !offered.has("subscribePush") || !offered.has("unsubscribePush")) return;
  const client = await getServiceClient();
  // The service returns the id of the existing subscription when it is sent again.
  const told = await client.subscribePush(asked.data);
  if (told.ok) await client.unsubscribePush({ id: told.ok.id });
}

/**
 * The notification channels for this member and their current problems; null where the service sends no notifications.
 */
export type NotificationDeliveryStatus = { publicKey: string; mail: boolean; problems: InboxItem[] };

export async function readNotificationDeliveryStatus(
  client: ServiceClient,
): Promise<NotificationDeliveryStatus | null> {
  const offered = await getServiceCapabilities();
  if (!offered.has("getPushKey") || !offered.has("subscribePush") || !offered.has("testNotice")) return null;
  const [key, inbox] = await Promise.all([client.getPushKey(), listInbox(client, { state: "open" })]);
  if (key.error) return null;
  const problems = (inbox.ok ?? []).filter((item) => item.kind === "notice_failed");
  return { publicKey: key.ok.public_key, mail: key.ok.mail, problems };
}
