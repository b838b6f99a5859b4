import { openWebhookStage, type WebhookStage } from "./webhook-fixture.ts";

export let stage: WebhookStage;
let count = 0;
/** An endpoint of the receiver that no other test has heard of. */
export const fresh = () => {
  count += 1;
  return `hook-${count}`;
};
export async function open(): Promise<void> {
  stage = await openWebhookStage();
}
export async function end(): Promise<void> {
  await stage.stopSenders();
  await stage.service.database.pool.query("delete from webhooks");
}
export const close = () => stage.close();

export const receivedAt = (name: string, how: number) =>
  stage.until(`${name} was sent ${how}`, async () => (await stage.receiver.received(name)).length >= how);
export const settled = (id: string, state: string) =>
  stage.until(`the delivery is ${state}`, async () => (await stage.deliveries(id))[0]?.state === state);
