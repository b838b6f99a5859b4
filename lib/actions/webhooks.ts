"use server";
import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Webhook, WebhookDelivery } from "#lib/contract/types.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

type WithSecret = Webhook & { secret: string };
const id = z.string().min(1).max(200);
const One = z.object({ id });

/** Adds a webhook. Only this answer contains its secret. */
export async function createWebhook(input: unknown): Promise<Result<WithSecret>> {
  const asked = api.createWebhook.body.safeParse(input);
  return asked.success ? (await getServiceClient()).createWebhook(asked.data) : toInputFailure(asked.error);
}

const Change = z.object({ id, change: api.changeWebhook.body });
/** Changes the address or events of a webhook, or switches it on or off. */
export async function updateWebhook(input: unknown): Promise<Result<Webhook>> {
  const asked = Change.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  return (await getServiceClient()).changeWebhook({ id: asked.data.id, ...asked.data.change });
}

/** Deletes a webhook and its log. */
export async function deleteWebhook(input: unknown): Promise<Result<{ id: string; deleted: boolean }>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).deleteWebhook(asked.data) : toInputFailure(asked.error);
}

/** Rotates a webhook's secret. Only this answer contains the new one; the former one also signs for a day. */
export async function rotateWebhookSecret(input: unknown): Promise<Result<WithSecret>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).rotateWebhook(asked.data) : toInputFailure(asked.error);
}

/** Sends a test event; its outcome appears in the deliveries shortly after. */
export async function testWebhook(input: unknown): Promise<Result<WebhookDelivery>> {
  const asked = One.safeParse(input);
  return asked.success ? (await getServiceClient()).testWebhook(asked.data) : toInputFailure(asked.error);
}

const Delivery = z.object({ id, delivery: id });
/** Sends a delivery again, immediately. */
export async function resendWebhookDelivery(input: unknown): Promise<Result<WebhookDelivery>> {
  const asked = Delivery.safeParse(input);
  return asked.success ? (await getServiceClient()).resendWebhookDelivery(asked.data) : toInputFailure(asked.error);
}
