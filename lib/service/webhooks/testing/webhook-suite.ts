import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

export let webhookFixture: WebhookFixture;
let count = 0;
/** Returns an endpoint name of the receiver that no other test uses. */
export const createEndpointName = () => {
  count += 1;
  return `hook-${count}`;
};
export async function openWebhookSuite(): Promise<void> {
  webhookFixture = await openWebhookFixture();
}
export async function resetWebhookSuite(): Promise<void> {
  await webhookFixture.stopSenders();
  await webhookFixture.service.database.pool.query("delete from webhooks");
}
export const closeWebhookSuite = () => webhookFixture.close();

export const waitForReceived = (name: string, how: number) =>
  webhookFixture.until(
    `${name} was sent ${how}`,
    async () => (await webhookFixture.receiver.received(name)).length >= how,
  );
export const waitForDeliveryState = (id: string, state: string) =>
  webhookFixture.until(
    `the delivery is ${state}`,
    async () => (await webhookFixture.deliveries(id))[0]?.state === state,
  );
